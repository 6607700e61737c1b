// Before anything is drawn: the reader's choice, or the system's.
document.body.dataset.theme = localStorage.getItem("theme") || "auto";

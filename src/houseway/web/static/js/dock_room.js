// How high the dock is just now: what gets the focus is scrolled clear of it (reach.css), and toasts lie above it. Only
// these two are told: a property that all inherit would have the style of every card and chip worked out again.

let watched = null;
const watch = new ResizeObserver(([{ target }]) => {
  for (const told of document.querySelectorAll(":root, .toasts")) told.style.setProperty("--dock", `${target.offsetHeight}px`);
});

/** After a page was drawn. */
export function minding(page) {
  const dock = page.querySelector(".dock-holder");
  if (dock === watched) return;
  if (watched) watch.unobserve(watched);
  watched = dock;
  if (dock) watch.observe(dock);
}

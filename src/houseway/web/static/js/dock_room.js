// How high the dock is just now: what gets the focus is scrolled clear of it (reach.css).

let watched = null;
const watch = new ResizeObserver(([{ target }]) =>
  document.documentElement.style.setProperty("--dock", `${target.offsetHeight}px`));

/** After a page was drawn. */
export function minding(page) {
  const dock = page.querySelector(".dock-holder");
  if (dock === watched) return;
  if (watched) watch.unobserve(watched);
  watched = dock;
  if (dock) watch.observe(dock);
}

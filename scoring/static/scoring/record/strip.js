// Keeps who sits here and what they have in view, unless that takes too much room; and measures how far down seats and games
// reach on the first screen, so that no message covers them.

const MOST = 0.3; // of the screen

// Returns what measures, to be called whenever the page has been drawn.
export function keepInSight(root) {
  const { style } = document.documentElement;

  function measure() {
    const strip = document.getElementById("declarer-0");
    const height = strip?.offsetHeight ?? 0;
    root.classList.toggle("stuck", height > 0 && height <= MOST * innerHeight);
    style.setProperty("--strip", `${height}px`);
    const blocks = strip?.parentElement; // which does not stay where it is when the page is scrolled
    reach("--seats-end", strip && topOf(blocks) + parseFloat(getComputedStyle(blocks).paddingTop) + height);
    const games = document.getElementById("contract-0");
    reach("--games-end", games && topOf(games) + games.offsetHeight);
    const news = root.querySelector(".news"); // whatever is scrolled can be scrolled by a keyboard
    if (news?.scrollHeight > news?.clientHeight) news.tabIndex = 0;
    else news?.removeAttribute("tabindex");
  }

  function topOf(part) {
    return part.getBoundingClientRect().top + scrollY;
  }

  function reach(property, end) {
    if (end) style.setProperty(property, `${Math.ceil(end)}px`);
    else style.removeProperty(property);
  }

  new ResizeObserver(() => requestAnimationFrame(measure)).observe(root);
  addEventListener("resize", measure);
  return measure;
}

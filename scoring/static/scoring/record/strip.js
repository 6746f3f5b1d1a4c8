// Who sits here and what they have stays in sight, unless it would take too much of it.

const MOST = 0.3; // of the screen

export function keepInSight(root) {
  const { style } = document.documentElement;

  function measure() {
    const strip = document.getElementById("declarer-0");
    const height = strip?.offsetHeight ?? 0;
    root.classList.toggle("stuck", height > 0 && height <= MOST * innerHeight);
    style.setProperty("--strip", `${height}px`);
  }

  const sizes = new ResizeObserver(measure);
  let seen = null;
  addEventListener("resize", measure);

  // The page has been drawn; the strip may be another one than before.
  return function drawn() {
    const strip = document.getElementById("declarer-0");
    if (strip === seen) return;
    if (seen) sizes.unobserve(seen);
    if (strip) sizes.observe(strip);
    else root.classList.remove("stuck");
    seen = strip;
  };
}

// Light or dark, and the size of letters, as chosen in this browser. Runs before the page is drawn, so nothing flashes.

(() => {
  const dark = document.getElementById("dark");
  let kept = {};
  try {
    kept = { light: localStorage.getItem("light"), size: localStorage.getItem("size") };
  } catch {
    // a browser that keeps nothing: as the device says
  }
  if (dark && kept.light) dark.media = kept.light === "dark" ? "screen" : "not all";
  if (kept.size) document.documentElement.dataset.size = kept.size;
})();

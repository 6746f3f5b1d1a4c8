// Light or dark, and the size of letters, as chosen in this browser. Runs before the page is drawn, so nothing flashes.

(() => {
  const dark = document.getElementById("dark");
  let stored = {};
  try {
    stored = { light: localStorage.getItem("light"), size: localStorage.getItem("size") };
  } catch {
    // a browser that keeps nothing: as the device says
  }
  if (dark && stored.light) dark.media = stored.light === "dark" ? "screen" : "not all";
  if (stored.size) document.documentElement.dataset.size = stored.size;
})();

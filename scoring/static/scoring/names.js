// A name never breaks in the middle of a word: it shrinks to 85 %, then it is cut, and a tap shows all of it.
// Without this script a long name breaks where it must.

const NAMES = ".totals span, .people a, .people .name, .shares .name, .in-pot span, .names li, .seated .who, .payments b, .standings tbody th";
const PARTS = /[^\s\-‑–\/·]+/g;

function breaks(name) {
  const words = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (words.nextNode()) {
    for (const part of words.currentNode.data.matchAll(PARTS)) {
      range.setStart(words.currentNode, part.index);
      range.setEnd(words.currentNode, part.index + part[0].length);
      if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1) return true;
    }
  }
  return false;
}

function fit(name) {
  name.classList.remove("smaller", "cut");
  if (!breaks(name)) return;
  name.classList.add("smaller");
  if (!breaks(name)) return;
  name.classList.add("cut");
  name.title = name.textContent.trim();
}

function fitAll() {
  document.querySelectorAll(NAMES).forEach(fit);
}

document.addEventListener("click", (event) => {
  const name = event.target.closest(".cut");
  if (name && !event.target.closest("a, button, summary")) name.classList.replace("cut", "smaller");
});
let width = 0;
new ResizeObserver(() => {
  if (width === innerWidth) return;
  width = innerWidth;
  fitAll();
}).observe(document.documentElement);

// Names where there is little room. They are never broken without a hyphen: a long one shrinks, then its short name
// stands there, then as much of it as fits. A screen reader reads all of it, and a tap shows it in full.

const NAMES = ".totals :is(span, small), .rows .name, .people a, .people .name, .names li, :is(.table-frame, .standings:not(.figures), .members) tbody th, .settlement thead th";
const LISTS = "ul, ol, table";
const LINES = 2; // and in a table three
const SHORT = 12; // letters of a name that has no short one
const PARTS = /[^\s\-‑–\/·\u00ad]+[\-‑–\/]?/g;
const HYPHEN = "\u00ad"; // seen only where the line ends

// Returns the names that somewhere are not shown in full, but those of a settlement: its seats say them.
export function fitNames(root) {
  const names = [...root.querySelectorAll("[data-full]")];
  let left = names.filter(isElsewhere);
  for (let step = 0; left.length > 0; step += 1) {
    const shown = left.filter((name) => show(name, step));
    left = shown.filter(breaks);
  }
  const cut = names.filter((name) => name.classList.contains("cut") && !name.closest(".settlement"));
  return cut.map((name) => name.dataset.full);
}

// Whether name, room or letters are others than when it was fitted.
function isElsewhere(name) {
  const { full, short } = name.dataset;
  const { clientWidth } = name.parentElement;
  const isSeen = name.getClientRects().length > 0;
  const fitted = [full, short, clientWidth, innerWidth, isSeen, getComputedStyle(name.parentElement).font].join();
  if (name.fitted === fitted) return false;
  name.fitted = fitted;
  return true;
}

// In full, then shrunk, then short, then a letter less each time; false: there is nothing shorter.
function show(name, step) {
  const { full, short = full } = name.dataset;
  const most = short.length - Math.max(0, step - 2);
  if (most < Math.min(2, short.length)) return false;
  let text = step < 2 ? full : short;
  if (step > 2) text = beginning(full, most, short);
  name.classList.toggle("shrunk", step > 0);
  put(name, text);
  return true;
}

function put(name, text) {
  const { full } = name.dataset;
  const isWhole = text === full;
  name.classList.toggle("cut", !isWhole);
  if (isWhole && name.childNodes.length === 1 && name.textContent.trim() === full) return;
  const visible = Object.assign(document.createElement("span"), { textContent: text });
  visible.setAttribute("aria-hidden", "true"); // Firefox knows `ariaHidden` only since 119
  const heard = Object.assign(document.createElement("span"), { textContent: full, className: "unseen" });
  name.replaceChildren(...(isWhole ? [text] : [visible, heard]));
}

// With its last letter where the short name tells people apart by their ends.
function beginning(full, most, short) {
  const end = short.includes("…") && !short.endsWith("…") ? full.at(-1) : "";
  return `${full.slice(0, Math.max(1, most - 1 - end.length)).trimEnd()}…${end}`;
}

// A word that goes on in the next line, or sticks out; or more lines than two.
function breaks(name) {
  const text = name.firstElementChild?.firstChild ?? name.firstChild;
  const tops = (boxes) => new Set([...boxes].map((box) => Math.round(box.top))).size;
  const range = document.createRange();
  range.selectNodeContents(text);
  if (tops(range.getClientRects()) > LINES + (name.closest("table") ? 1 : 0)) return true;
  const edge = name.parentElement.clientWidth && name.parentElement.getBoundingClientRect().right + 1;
  return [...text.data.matchAll(PARTS)].some((part) => {
    range.setStart(text, part.index);
    range.setEnd(text, part.index + part[0].length);
    const boxes = range.getClientRects();
    return tops(boxes) > 1 || (edge > 0 && boxes[0]?.right > edge);
  });
}

// A page says where its names are by what they are in.
export function mark(page) {
  const fresh = new Map();
  page.querySelectorAll(NAMES).forEach((place) => {
    if (place.closest("[data-full]") || place.querySelector("[data-full]")) return;
    const name = onlyName(place);
    if (!name) return;
    const list = place.closest(LISTS);
    fresh.set(list, [...(fresh.get(list) ?? []), name]);
  });
  fresh.forEach((names) => {
    const fulls = names.map((name) => name.dataset.full);
    shortened(fulls).forEach((short, place) => (names[place].dataset.short = short));
  });
}

function onlyName(place) {
  const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = /** @type {Text} */ (texts.currentNode);
    const [, before, full, behind] = text.data.match(/^(\s*)(.*?)(\s*)$/s);
    if (full === "" || text.parentElement.closest(".unseen, svg")) continue;
    let name = text.parentElement;
    if (name.childNodes.length > 1) {
      name = Object.assign(document.createElement("span"), { textContent: full });
      text.replaceWith(...[before, name, behind].filter(Boolean));
    }
    name.dataset.full = full;
    return name;
  }
  return null;
}

// "Maria G.", else the first letters; with the last ones where two would look the same.
export function shortened(names, most = SHORT) {
  const differ = (short) => new Set(short).size === new Set(names).size;
  const initials = names.map((name) => name.replace(/(\S\s+\S)\S+$/u, "$1."));
  if (differ(initials)) names = initials;
  const longest = Math.max(...names.map((name) => name.length));
  for (let length = most; length < longest; length += 1) {
    for (const cut of [firstLetters, bothEnds]) {
      const short = names.map((name) => (name.length > length ? cut(name, length) : name));
      if (differ(short)) return short;
    }
  }
  return names;
}

function firstLetters(name, most) {
  return `${name.slice(0, most - 1).trimEnd()}…`;
}

function bothEnds(name, most) {
  const end = Math.floor((most - 1) / 2);
  return `${name.slice(0, most - 1 - end)}…${name.slice(-end)}`;
}

// A word of the title that breaks gets hyphens where it may; all titles are of one size.
function fitTitle() {
  const title = document.querySelector("main h1");
  if (!title || title.fitted === innerWidth) return;
  title.fitted = innerWidth;
  hyphenateIn(title);
}

function hyphenateIn(place) {
  const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) hyphenateBroken(texts.currentNode);
}

function hyphenateBroken(text) {
  const range = document.createRange();
  for (const part of [...text.data.matchAll(PARTS)].reverse()) {
    range.setStart(text, part.index);
    range.setEnd(text, part.index + part[0].length);
    const tops = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
    if (tops.size > 1) text.replaceData(part.index, part[0].length, hyphenated(part[0]));
  }
}

// A hyphen may stand before the last consonant, or what is spoken as one, in front of a vowel.
export function hyphenated(word) {
  return word
    .replace(/([aeiouyäöü])([b-df-hj-np-tv-xzß]+)(?=[aeiouyäöü])/gi, (_all, vowel, run) => {
      const last = run.search(/(sch|ch|ck|ph|qu|th|.)$/i);
      return `${vowel}${run.slice(0, last)}${HYPHEN}${run.slice(last)}`;
    })
    .replace(/^(.{1,2})\u00ad/, "$1")
    .replace(/\u00ad(.{1,2})$/, "$1");
}

function fitPage() {
  mark(document);
  fitNames(document);
  fitTitle();
  document.querySelectorAll(".stored td").forEach(hyphenateIn);
}

document.addEventListener("click", (event) => {
  const name = event.target.closest(".cut");
  if (name && !event.target.closest("a, button, summary")) put(name, name.dataset.full);
});
document.addEventListener("toggle", fitPage, true); // what is folded has no room
fitPage(); // before anything is seen
new ResizeObserver(() => requestAnimationFrame(fitPage)).observe(document.body);

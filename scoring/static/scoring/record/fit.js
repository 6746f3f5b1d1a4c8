// Names where there is little room. They are never broken without a hyphen: a long one shrinks, then the short name
// stands there, then as much of it as fits. Whoever listens hears all of it, and a tap says it in full.

const SHRUNK = 0.85;
const LINES = 2;

export function keepFitted(root) {
  new ResizeObserver(() => fitNames(root)).observe(document.body);
}

// Returns the names that somewhere are not shown in full.
export function fitNames(root) {
  const names = [...root.querySelectorAll("[data-full]")];
  const rooms = names.map((name) => name.clientWidth);
  const fonts = names.map((name) => getComputedStyle(name.parentElement).font); // letters grow without the room
  const paper = document.createElement("canvas").getContext("2d");
  names.forEach((name, place) => {
    const { full, short } = name.dataset;
    const fitted = `${full} ${short} ${rooms[place]} ${fonts[place]}`;
    if (name.fitted === fitted) return;
    name.fitted = fitted;
    show(name, full, inRoom(full, short, rooms[place], fonts[place], paper));
  });
  return names.filter((name) => name.classList.contains("cut")).map((name) => name.dataset.full);
}

function inRoom(full, short, room, font, paper) {
  const width = (text, weight) => {
    paper.font = font.replace("600", weight);
    return paper.measureText(text).width;
  };
  const shrunk = (text) => SHRUNK * width(text, "500");
  if (lines(full, (part) => width(part, "600") <= room) <= LINES) return { text: full };
  if (lines(full, (part) => shrunk(part) <= room) <= LINES) return { text: full, shrunk: true };
  const isWide = (text) => shrunk(text) > room;
  let text = short;
  for (let most = short.length; most > 2 && isWide(text); most -= 1) text = beginning(full, most - 1, short);
  return { text, shrunk: true };
}

// With its last letter where the short name tells people apart by their ends.
function beginning(full, most, short) {
  const end = short.includes("…") && !short.endsWith("…") ? full.at(-1) : "";
  return `${full.slice(0, Math.max(1, most - 1 - end.length)).trimEnd()}…${end}`;
}

// How many lines it takes where it goes on only after a blank or a hyphen.
function lines(text, fits) {
  let [count, line] = [1, ""];
  for (const part of text.split(/(?<=[\s-])/)) {
    if (!fits(part.trimEnd())) return Infinity;
    if (line !== "" && !fits((line + part).trimEnd())) [count, line] = [count + 1, ""];
    line += part;
  }
  return count;
}

function show(name, full, { text, shrunk = false }) {
  const isWhole = text === full;
  name.classList.toggle("shrunk", shrunk);
  name.classList.toggle("cut", !isWhole);
  const seen = Object.assign(document.createElement("span"), { textContent: text, ariaHidden: isWhole ? null : "true" });
  const heard = Object.assign(document.createElement("span"), { textContent: full, className: "unseen" });
  name.replaceChildren(...(isWhole ? [text] : [seen, heard]));
}

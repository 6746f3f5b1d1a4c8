// The result of an evening or the first places, handed on: to another app with a picture, else copied, else shown
// to be copied by hand. A whole evening is told by its picture: where there is no other app, it is kept.

import { handedOn, toClipboard } from "./copy.js";
import { storyOn } from "./story_picture.js";

const WIDTH = 720;
const EDGE = 40;
const LINE = 56;
const LONGEST = 40; // lines in a column; beyond that there are two or more, side by side
const NARROWEST = 0.85; // letters are drawn so narrow, and no narrower: then a name is cut
const INK = "#1d1b18";
const PAPER = "#fbf8f1";
const box = document.querySelector(".share-result");
const about = JSON.parse(box.dataset.result);
const { title, below, text, lines, story } = about;
const status = box.querySelector("[role=status]");
const field = box.querySelector("textarea");
const shown = box.querySelector("img");
const share = box.querySelector(".hand-on");
const keep = box.querySelector(".picture");

keep.hidden = false;
share.hidden = Boolean(story) && !navigator.share; // as over plain http
if (share.hidden) keep.classList.remove("second");
share.addEventListener("click", handOn);
keep.addEventListener("click", keepPicture);

async function handOn() {
  status.textContent = "";
  const file = new File([await picture()], "tarock.png", { type: "image/png" });
  const both = { title, text, files: [file] };
  if (navigator.canShare?.(both) ? await handedOn(both) : !story && (await handedOn({ title, text }))) return;
  if (story) return keepPicture();
  status.textContent = (await toClipboard(text)) || marked() ? box.dataset.copied : box.dataset.shown;
}

// Works in a room without https too; what is marked stays so.
function marked() {
  field.hidden = false;
  field.select();
  return document.execCommand("copy");
}

async function keepPicture() {
  const link = document.createElement("a");
  const drawn = await picture();
  link.href = URL.createObjectURL(drawn);
  link.download = `${title}.png`;
  link.click();
  URL.revokeObjectURL(link.href);
  if (story) show(drawn);
}

// Where a phone does not say where it has put it, a long press keeps it, too.
function show(drawn) {
  const reader = new FileReader();
  reader.addEventListener("load", () => {
    shown.src = reader.result; // pages load no picture from a blob
    shown.hidden = false;
  });
  reader.readAsDataURL(drawn);
  status.textContent = box.dataset.kept;
}

// Drawn on the phone itself: nothing is sent anywhere for it. A line says something, its amount, perhaps its place.
async function picture() {
  const canvas = document.createElement("canvas");
  if (story) {
    await storyOn(canvas, about);
    return drawnOn(canvas);
  }
  const columns = Math.ceil(lines.length / LONGEST) || 1;
  const rows = Math.ceil(lines.length / columns);
  const head = EDGE + LINE * (below ? 2 : 1.5);
  canvas.width = WIDTH * columns;
  canvas.height = head + LINE * rows + EDGE;
  const pen = canvas.getContext("2d");
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = INK;
  pen.textBaseline = "top";
  write(pen, "bold 34px serif", title, EDGE, canvas.width - 2 * EDGE, EDGE);
  if (below) write(pen, "24px sans-serif", below, EDGE, canvas.width - 2 * EDGE, EDGE + 0.8 * LINE);
  pen.font = "30px sans-serif";
  const indent = Math.max(...lines.map(([, , place]) => (place ? pen.measureText(`${place} `).width : 0)));
  lines.forEach(([said, amount, place], index) => {
    const left = EDGE + WIDTH * Math.floor(index / rows);
    const right = left + WIDTH - 2 * EDGE;
    const top = head + LINE * (index % rows);
    pen.font = "bold 30px sans-serif";
    const wide = pen.measureText(amount).width;
    pen.fillText(amount, right - wide, top);
    pen.font = "30px sans-serif";
    if (place) pen.fillText(place, left + indent - pen.measureText(`${place} `).width, top);
    write(pen, pen.font, said, left + indent, right - wide - EDGE - left - indent, top);
  });
  return drawnOn(canvas);
}

function drawnOn(canvas) {
  return new Promise(drawn => canvas.toBlob(drawn, "image/png"));
}

// Long names are drawn narrower, and what is longer still is cut, so that no amount is covered.
function write(pen, font, said, left, most, top) {
  pen.font = font;
  let shown = said;
  for (let end = said.length; NARROWEST * pen.measureText(shown).width > most && end; end--) {
    shown = `${said.slice(0, end - 1).trimEnd()}…`;
  }
  pen.fillText(shown, left, top, most);
}

// The result of an evening or the first places, handed on: to another app with a picture, as text to paste, or the picture alone.

import { handedOn, toClipboard } from "./copy.js";

const WIDTH = 1080;
const HEIGHT = 1350; // 4:5, as chats show it; with many lines it grows
const EDGE = 54;
const WIDE = WIDTH - 2 * EDGE;
const LINE = 84; // for a name and its amount, where there is room
const LOWEST = 56;
const LONGEST = 20; // lines below each other; of more, two or more columns
const NARROWEST = 0.85; // letters are drawn so narrow, and no narrower: then a name is cut
const SANS = "Atkinson, sans-serif";
const SERIF = "Alegreya, serif";
const INK = "#1f1a13"; // as pages have it by day
const GROUND = "#f1ece1";
const PAPER = "#fffdf8";
const FELT = "#123f32";
const ON_FELT = "#f4efe1";
const GOLD = "#e3bf6b";
const SOFT = "#51483b";
const LINES = "#ddd3c0";
const box = document.querySelector(".share-result");
const about = JSON.parse(box.dataset.result);
const status = box.querySelector("[role=status]");
const field = box.querySelector("textarea");
const shown = box.querySelector("img");

// Over plain http no other app can be asked: then a link to this box, or nothing, stays where the button is.
for (const share of navigator.share ? document.querySelectorAll(".hand-on") : []) {
  share.hidden = false;
  share.addEventListener("click", handOn);
}
for (const [name, act] of [["copy-text", copyText], ["picture", keepPicture]]) {
  const button = box.querySelector(`button.${name}`);
  button.hidden = false;
  button.addEventListener("click", act);
}

async function handOn(event) {
  event.preventDefault();
  const file = new File([await picture()], "tarock.png", { type: "image/png" });
  const both = { title: about.name, text: about.text, files: [file] };
  const alone = { title: about.name, text: about.text };
  if (!(await handedOn(navigator.canShare?.(both) ? both : alone))) keepPicture();
}

async function copyText() {
  status.textContent = (await toClipboard(about.text)) || marked() ? box.dataset.copied : box.dataset.shown;
}

// Works in a room without https too; what is marked stays so.
function marked() {
  field.hidden = false;
  field.select();
  return document.execCommand("copy");
}

// Where a phone does not say where it has put it, a long press on what is shown keeps it, too.
async function keepPicture() {
  const link = document.createElement("a");
  const drawn = await picture();
  link.href = URL.createObjectURL(drawn);
  link.download = `${about.name}.png`;
  link.click();
  URL.revokeObjectURL(link.href);
  const reader = new FileReader();
  reader.addEventListener("load", () => {
    shown.src = reader.result; // pages load no picture from a blob
    shown.hidden = false;
  });
  reader.readAsDataURL(drawn);
  status.textContent = box.dataset.kept;
}

// The upper part of the page, drawn on the phone itself: nothing is sent anywhere for it.
async function picture() {
  const card = new Image();
  card.src = box.dataset.card;
  await Promise.all([card.decode(), ...[SERIF, SANS].map(font => document.fonts.load(`bold 40px ${font}`))]);
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  const further = wrapped(pen, about.further ?? "", `32px ${SANS}`, WIDE - 2 * EDGE);
  const felt = 210; // where it begins
  const list = felt + 330 + 44 * further.length + (further.length ? 40 : 0) + 40;
  const room = HEIGHT - list - 110 - EDGE;
  const columns = Math.ceil(about.lines.length / LONGEST) || 1;
  const rows = Math.ceil(about.lines.length / columns);
  const line = Math.max(LOWEST, Math.min(LINE, Math.floor(room / rows)));
  canvas.width = columns * WIDTH;
  canvas.height = Math.max(HEIGHT, list + 110 + line * rows + EDGE);
  fill(pen, GROUND, 0, 0, canvas.width, canvas.height, 0);
  pen.textBaseline = "middle";
  write(pen, `bold 62px ${SERIF}`, INK, about.title, EDGE, 86, WIDE);
  write(pen, `32px ${SANS}`, SOFT, about.below, EDGE, 154, WIDE);

  fill(pen, FELT, EDGE, felt, WIDE, list - 40 - felt, 40);
  const left = 2 * EDGE;
  write(pen, `32px ${SANS}`, ON_FELT, about.about, left, felt + 70, 600);
  write(pen, `bold 84px ${SERIF}`, ON_FELT, about.winner, left, felt + 150, 620);
  write(pen, `bold 72px ${SANS}`, GOLD, about.figure, left, felt + 250, 620);
  further.forEach((row, index) => write(pen, `32px ${SANS}`, ON_FELT, row, left, felt + 352 + 44 * index, WIDE - 2 * EDGE));
  pen.save();
  pen.translate(WIDTH - 2 * EDGE - 150, felt + 40);
  pen.rotate(0.12);
  pen.drawImage(card, 0, 0, 150, 268);
  pen.restore();

  fill(pen, PAPER, EDGE, list, canvas.width - 2 * EDGE, canvas.height - list - EDGE, 40);
  write(pen, `bold 44px ${SERIF}`, INK, about.heading, left, list + 58, WIDE - 2 * EDGE);
  const indent = about.lines.some(([, , sign]) => sign) ? 90 : 0;
  about.lines.forEach(([said, amount, before], index) => {
    const top = list + 110 + line * (index % rows);
    const edge = EDGE + WIDTH * Math.floor(index / rows); // of its column
    fill(pen, LINES, edge, top, WIDE, 2, 0);
    pen.font = `bold 38px ${SANS}`;
    const wide = pen.measureText(amount).width;
    write(pen, `38px ${SANS}`, SOFT, before ?? "", edge + EDGE, top + line / 2, indent);
    write(pen, `38px ${SANS}`, INK, said, edge + EDGE + indent, top + line / 2, WIDE - 2 * EDGE - wide - indent - 30);
    write(pen, `bold 38px ${SANS}`, INK, amount, edge + WIDE - EDGE - wide, top + line / 2, wide);
  });
  return new Promise(drawn => canvas.toBlob(drawn, "image/png"));
}

function fill(pen, color, left, top, width, height, round) {
  pen.fillStyle = color;
  const right = left + width;
  const bottom = top + height;
  pen.beginPath();
  pen.moveTo(left + round, top);
  pen.arcTo(right, top, right, bottom, round);
  pen.arcTo(right, bottom, left, bottom, round);
  pen.arcTo(left, bottom, left, top, round);
  pen.arcTo(left, top, right, top, round);
  pen.fill();
}

// Long names are drawn narrower, and what is longer still is cut, so that no amount is covered.
function write(pen, font, color, said, left, middle, most) {
  pen.font = font;
  pen.fillStyle = color;
  let cut = said;
  for (let end = said.length; NARROWEST * pen.measureText(cut).width > most && end; end--) {
    cut = `${said.slice(0, end - 1).trimEnd()}…`;
  }
  pen.fillText(cut, left, middle, most);
}

function wrapped(pen, text, font, room) {
  pen.font = font;
  const rows = [];
  for (const word of text.split(" ").filter(Boolean)) {
    const longer = rows.length ? `${rows.at(-1)} ${word}` : word;
    if (rows.length && pen.measureText(longer).width <= room) rows[rows.length - 1] = longer;
    else rows.push(word);
  }
  return rows;
}

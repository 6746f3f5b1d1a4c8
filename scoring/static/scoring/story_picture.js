// An evening as one tall picture: who won, how it went, what happened, who has paid, and a code to the sheet.

import { qrOf } from "./picture/qr.js";

const WIDTH = 720;
const SCALE = 1.5; // so that it is sharp on a phone
const EDGE = 40;
const WIDE = WIDTH - 2 * EDGE;
const GAP = 30; // between two parts
const CODE = 200; // how wide it is
const QUIET = 4; // modules around it
const SANS = "Atkinson, sans-serif";
const SERIF = "Alegreya, serif";
const INK = "#1f1a13";
const PAPER = "#fffdf8";
const FELT = "#123f32";
const ON_FELT = "#f4efe1";
const SOFT = "#51483b";
const LINES = "#ddd3c0";
const SERIES = ["#17513f", "#861f1f", "#1d4e89", "#7a4b00", "#5b2a86", "#4a4a4a", "#0e5a66", "#8a1f5a"]; // by day
const DASHES = [[], [9, 4], [2, 4], [12, 4, 2, 4], [5, 3], [14, 3, 2, 3, 2, 3], [18, 6], [1, 3]];

// Drawn twice: first to see how tall it gets.
export async function storyOn(canvas, about) {
  await Promise.all([`40px ${SERIF}`, `26px ${SANS}`, `bold 26px ${SANS}`].map((font) => document.fonts?.load(font)));
  const pen = canvas.getContext("2d");
  const height = drawn(pen, about);
  canvas.width = WIDTH * SCALE;
  canvas.height = Math.ceil(height * SCALE);
  pen.scale(SCALE, SCALE);
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, WIDTH, height);
  drawn(pen, about);
}

// Returns how tall it is.
function drawn(pen, { title, below, lines, story }) {
  pen.textBaseline = "top";
  let top = EDGE;
  top = written(pen, title, `bold 36px ${SERIF}`, INK, top, 44);
  if (below) top = written(pen, below, `24px ${SANS}`, SOFT, top, 32);
  top = winner(pen, story, top + GAP);
  top = list(pen, story.amounts, top + GAP);
  for (const chart of story.charts) {
    top = written(pen, chart.title, `bold 30px ${SERIF}`, INK, top + GAP, 44);
    top = course(pen, chart, top);
  }
  for (const [name, words] of story.facts) {
    top = written(pen, name, `22px ${SANS}`, SOFT, top + GAP / 2, 30);
    top = written(pen, words, `27px ${SANS}`, INK, top, 36);
  }
  if (story.pays) {
    top = written(pen, story.pays, `bold 30px ${SERIF}`, INK, top + GAP, 44);
    top = list(pen, lines, top);
  }
  if (story.link) top = code(pen, story, top + GAP);
  return top + EDGE;
}

function winner(pen, { wins, winner: name, amount }, top) {
  const font = `bold 46px ${SERIF}`;
  const rows = wrapped(pen, name, font, WIDE - 2 * EDGE);
  const height = 150 + 54 * rows.length;
  pen.fillStyle = FELT;
  pen.fillRect(EDGE, top, WIDE, height);
  pen.fillStyle = ON_FELT;
  pen.font = `24px ${SANS}`;
  pen.fillText(wins, 2 * EDGE, top + 26);
  pen.font = font;
  rows.forEach((row, index) => pen.fillText(row, 2 * EDGE, top + 62 + 54 * index));
  pen.font = `bold 40px ${SANS}`;
  pen.fillText(amount, 2 * EDGE, top + 74 + 54 * rows.length);
  return top + height;
}

// Who, how much, and perhaps a tick: what is long goes on below.
function list(pen, lines, top) {
  const indent = lines.some(([, , tick]) => tick) ? 38 : 0;
  for (const [said, amount, tick] of lines) {
    pen.font = `bold 28px ${SANS}`;
    pen.fillStyle = INK;
    const room = WIDE - indent - pen.measureText(amount).width - 20;
    const right = WIDTH - EDGE - pen.measureText(amount).width;
    pen.fillText(amount, right, top + 8);
    if (tick) check(pen, EDGE + 4, top + 22);
    const rows = wrapped(pen, said, `28px ${SANS}`, room);
    rows.forEach((row, index) => pen.fillText(row, EDGE + indent, top + 8 + 36 * index));
    top += 12 + 36 * rows.length;
    pen.fillStyle = LINES;
    pen.fillRect(EDGE, top, WIDE, 1);
  }
  return top;
}

function check(pen, left, middle) {
  pen.save();
  pen.strokeStyle = SERIES[0];
  pen.lineWidth = 4;
  pen.stroke(new Path2D(`M${left} ${middle}l8 9 14-20`));
  pen.restore();
}

// The same coordinates as on the page.
function course(pen, chart, top) {
  pen.save();
  pen.translate(EDGE, top);
  pen.scale(WIDE / chart.width, WIDE / chart.width);
  pen.textBaseline = "middle";
  pen.font = `18px ${SANS}`;
  pen.lineWidth = 1;
  for (const [at, label] of chart.heights) {
    pen.strokeStyle = at === chart.zero ? INK : LINES;
    pen.stroke(new Path2D(`M${chart.left} ${at}H${chart.right}`));
    pen.fillStyle = SOFT;
    pen.textAlign = "right";
    pen.fillText(label, chart.left - 8, at);
  }
  pen.textAlign = "center";
  for (const [at, label] of chart.numbers) pen.fillText(label, at, chart.height - 14);
  pen.textAlign = "left";
  pen.lineWidth = 3;
  pen.lineJoin = "round";
  for (const curve of chart.curves) {
    pen.strokeStyle = pen.fillStyle = SERIES[curve.kind];
    pen.setLineDash(DASHES[curve.kind]);
    pen.stroke(new Path2D(curve.path));
    pen.font = `bold 18px ${SANS}`;
    pen.fillText(curve.name, chart.namesAt, curve.at);
  }
  pen.restore();
  return top + (chart.height * WIDE) / chart.width;
}

function code(pen, { link, linked }, top) {
  const grid = qrOf(link, "");
  if (grid === null) return top;
  const size = Math.floor((CODE * SCALE) / (grid.length + 2 * QUIET)) / SCALE; // modules of whole pixels
  pen.fillStyle = "#fff";
  pen.fillRect(EDGE, top, size * (grid.length + 2 * QUIET), size * (grid.length + 2 * QUIET));
  pen.fillStyle = "#000";
  grid.forEach((row, y) =>
    row.forEach((dark, x) => dark && pen.fillRect(EDGE + size * (x + QUIET), top + size * (y + QUIET), size, size)),
  );
  const left = EDGE + CODE + 24;
  pen.fillStyle = INK;
  pen.font = `bold 28px ${SANS}`;
  pen.fillText(linked, left, top + 60);
  pen.fillStyle = SOFT;
  pen.font = `22px ${SANS}`;
  pen.fillText(new URL(link).host, left, top + 98, WIDTH - EDGE - left);
  return top + CODE;
}

// Words below one another, as many as have room beside each other; returns where it goes on.
function written(pen, text, font, color, top, step) {
  const rows = wrapped(pen, text, font, WIDE);
  pen.fillStyle = color;
  rows.forEach((row, index) => pen.fillText(row, EDGE, top + step * index));
  return top + step * rows.length;
}

function wrapped(pen, text, font, room) {
  pen.font = font;
  const rows = [];
  for (const word of text.split(" ")) {
    const longer = rows.length ? `${rows.at(-1)} ${word}` : word;
    if (rows.length && pen.measureText(longer).width <= room) rows[rows.length - 1] = longer;
    else rows.push(word);
  }
  return rows;
}

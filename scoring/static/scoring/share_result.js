// The result of an evening, handed on: to another app with a picture, else copied, else shown to be copied by hand.

import { handedOn, toClipboard } from "./copy.js";

const WIDTH = 720;
const EDGE = 40;
const LINE = 56;
const INK = "#1d1b18";
const PAPER = "#fbf8f1";
const box = document.querySelector(".share-result");
const { title, text, lines } = JSON.parse(box.dataset.result);
const status = box.querySelector("[role=status]");
const field = box.querySelector("textarea");

for (const button of box.querySelectorAll("button")) button.hidden = false;
box.querySelector(".hand-on").addEventListener("click", handOn);
box.querySelector(".picture").addEventListener("click", keepPicture);

async function handOn() {
  status.textContent = "";
  const file = new File([await picture()], "tarock.png", { type: "image/png" });
  const both = { title, text, files: [file] };
  if (await handedOn(navigator.canShare?.(both) ? both : { title, text })) return;
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
  link.href = URL.createObjectURL(await picture());
  link.download = "tarock.png";
  link.click();
  URL.revokeObjectURL(link.href);
}

// Drawn on the phone itself: nothing is sent anywhere for it.
function picture() {
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = 2 * EDGE + LINE * (lines.length + 1.5);
  const pen = canvas.getContext("2d");
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = INK;
  pen.textBaseline = "top";
  write(pen, "bold 34px serif", title, EDGE, WIDTH - 2 * EDGE, EDGE);
  lines.forEach(([said, amount], index) => {
    const top = EDGE + LINE * (index + 1.5);
    pen.font = "bold 30px sans-serif";
    const wide = pen.measureText(amount).width;
    pen.fillText(amount, WIDTH - EDGE - wide, top);
    write(pen, "30px sans-serif", said, EDGE, WIDTH - 3 * EDGE - wide, top);
  });
  return new Promise(drawn => canvas.toBlob(drawn, "image/png"));
}

// Long names are drawn narrower, so that no amount is covered.
function write(pen, font, said, left, most, top) {
  pen.font = font;
  pen.fillText(said, left, top, most);
}

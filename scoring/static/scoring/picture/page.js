// Sent as one file with all that it imports.
// The page that delivers what a table without network shows as a code: it opens with it behind "#", or reads it here.

import { A_PERSON, inTime } from "../in_time.js";
import { shelf } from "../record/shelf.js";
import { codeOf, headOf, VERSION } from "./message.js";
import { codeReader } from "./reading.js";

const EVERY = 150; // milliseconds between two looks of the camera
const root = document.getElementById("picture");
const words = JSON.parse(root.dataset.words);
const [scanStatus, answer] = root.querySelectorAll("[role=status]");
const deliver = root.querySelector(".deliver");
const reading = root.querySelector(".reading");
const video = root.querySelector("video");
const parts = shelf("picture", 1); // {check, codes} of a picture of several codes, which come one after the other
let codes = {}; // of the picture that is shown, by place
let check = null;
let elsewhere = "";
let camera = null;

function say(key, named = {}) {
  return words[key].replace(/\{(\w+)\}/g, (_, name) => named[name]);
}

// What was scanned or pasted; true once nothing is missing.
function take(text) {
  const [address, letters = ""] = text.trim().split("#");
  const code = letters === "" ? null : codeOf(letters);
  answer.replaceChildren();
  deliver.hidden = true;
  if (code === null) {
    scanStatus.textContent = say(letters === "" ? "no_picture" : "damaged");
    return false;
  }
  elsewhere = hostOf(address);
  const before = parts.read();
  codes = before?.check === code.check ? before.codes : {};
  codes[code.place] = letters;
  check = code.check;
  parts.write({ check, codes });
  return show(code.count);
}

function hostOf(address) {
  try {
    return new URL(address, location.href).host;
  } catch {
    return "";
  }
}

function show(count) {
  const missing = Array.from({ length: count }, (_, index) => index + 1).filter((place) => !codes[place]);
  if (missing.length) {
    scanStatus.textContent = say("missing", { count, missing: missing.join(", ") });
    return false;
  }
  const head = headOf(Object.values(codes).map(codeOf));
  if (head === null || head.version !== VERSION) {
    scanStatus.textContent = say(head === null ? "damaged" : "version");
    return false;
  }
  const { first, last, title } = head;
  const hands = first > 0 ? say(first === last ? "hand" : "hands", { first, last }) : "";
  const what = say(head.count === 1 ? "what_one" : "what_many", { count: head.count, title });
  scanStatus.textContent = [what, hands].filter(Boolean).join(" · ");
  deliver.hidden = false;
  deliver.disabled = false;
  deliver.focus();
  return true;
}

async function send() {
  deliver.disabled = true;
  answer.replaceChildren(paragraph(say("delivering")));
  const reply = await deliverPicture();
  const sentences = [...(reply?.sentences ?? [say("no_answer")])];
  if (reply && !reply.done && elsewhere && elsewhere !== location.host) {
    sentences.push(say("other_server", { server: elsewhere }));
  }
  answer.replaceChildren(...sentences.map(paragraph));
  answer.className = reply?.done ? "said" : "problems";
  deliver.hidden = Boolean(reply?.done);
  deliver.disabled = false;
  if (reply?.done) parts.write(null);
}

async function deliverPicture() {
  try {
    const response = await fetch(root.dataset.post, {
      method: "POST",
      credentials: "same-origin",
      headers: {
        "Content-Type": "application/json",
        "X-CSRFToken": root.querySelector("[name=csrfmiddlewaretoken]").value,
      },
      body: JSON.stringify({ codes: Object.values(codes) }),
    });
    const reply = await response.json();
    return Array.isArray(reply?.sentences) ? reply : null;
  } catch {
    return null;
  }
}

function paragraph(text) {
  const element = document.createElement("p");
  element.textContent = text;
  return element;
}

async function look() {
  const reader = await codeReader(root.dataset.reader);
  if (reader === null || !navigator.mediaDevices?.getUserMedia) {
    scanStatus.textContent = say(reader === null ? "not_read" : "no_camera");
    return;
  }
  scanStatus.textContent = say("camera_asked");
  const constraints = { facingMode: "environment", width: { ideal: 1920 }, height: { ideal: 1080 } };
  let opening = null;
  camera = await inTime(() => (opening = navigator.mediaDevices.getUserMedia({ video: constraints })), null, A_PERSON);
  if (camera === null) {
    scanStatus.textContent = say("no_camera");
    opening?.then(switchOff, () => {}); // an answer this late finds no picture
    return;
  }
  scanStatus.textContent = say("camera");
  video.hidden = false;
  video.srcObject = camera;
  await inTime(() => video.play());
  let last = "";
  while (camera) {
    const text = await reader(video);
    if (text && text !== last && take((last = text))) putAway();
    await new Promise((resolve) => setTimeout(resolve, EVERY));
  }
}

function switchOff(stream) {
  for (const track of stream.getTracks()) track.stop();
}

function putAway() {
  switchOff(camera);
  camera = null;
  video.hidden = true;
}

deliver.addEventListener("click", send);
reading.querySelector(".look").addEventListener("click", () => (camera ? putAway() : look()));
reading.querySelector("form").addEventListener("submit", (event) => {
  event.preventDefault();
  const field = event.target.querySelector("input");
  if (take(field.value)) field.value = "";
});
addEventListener("hashchange", () => location.hash && take(location.href));
if (location.hash.length > 1) take(location.href);
else reading.hidden = false;

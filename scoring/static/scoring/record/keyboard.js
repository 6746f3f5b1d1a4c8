// A keyboard at the table: a letter for whatever can be chosen now, digits for seats and card points, Enter saves.
// Letters are shown on the keys while a keyboard is used; nothing of it while a field has the focus.

import { shelf } from "./shelf.js";

const FIELDS = "input:not([type=checkbox]), select, textarea, [contenteditable]";
const MOST = 2; // digits of whole card points; the next one is Blatt

// Returns what gives the keys their letters, to be called whenever the page has been drawn.
export function keyboard(root) {
  const settings = shelf("device", 1);
  let isTyping = false; // was the last key one of ours?

  function show() {
    if (!root.classList.contains("lettered")) return;
    const letters = lettersIn(root);
    for (const key of root.querySelectorAll("[data-key]")) if (letters.get(key.dataset.key) !== key) delete key.dataset.key;
    for (const [letter, key] of letters) key.dataset.key = letter;
  }

  function use(on) {
    root.classList.toggle("lettered", on);
    isTyping = isTyping && on;
    show();
  }

  function pressed(event) {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing) return;
    if (settings.read()?.keys === false || target.closest(FIELDS) || document.querySelector("dialog[open]")) return;
    if (key === "Tab" || key === "Escape") {
      use(key === "Tab");
      isTyping = false;
      return;
    }
    const save = root.querySelector("#save");
    const saves = key === "Enter" && (isTyping || target === document.body);
    const wanted = saves ? save : (keypadKey(root, key) ?? lettersIn(root).get(key.toUpperCase()));
    if (!wanted || wanted.disabled) return;
    event.preventDefault();
    isTyping = !saves;
    press(wanted);
    use(true);
  }

  document.addEventListener("keydown", pressed);
  document.addEventListener("pointerdown", () => use(false));
  return show;
}

// A line of a premium goes from silent to announced, and then it is gone again.
function press(wanted) {
  const row = wanted.matches(".prem > .name") && wanted.parentElement;
  if (!row) {
    wanted.click();
    return;
  }
  const ways = [...row.querySelectorAll(":scope > .opt:enabled")];
  const at = ways.findIndex((one) => one.getAttribute("aria-pressed") === "true");
  (ways[at + 1] ?? ways[at])?.click();
}

// While card points are typed the digits are theirs.
function keypadKey(root, key) {
  const keypad = root.querySelector(".counting .keypad");
  if (keypad === null) return null;
  const whole = keypad.querySelector(".typed").textContent;
  const blatt = keypad.querySelector(".blatt") && /^\d+$/.test(whole) && whole.length >= MOST;
  return keypad.querySelector(`[data-digit="${CSS.escape(blatt && key !== "Backspace" ? `/${key}` : key)}"]`);
}

// The keys by their letters: the first of a word that is free, else any of the label. What stands there all the time
// chooses first, so that no letter changes its key.
function lettersIn(root) {
  const seats = [...root.querySelectorAll("[data-seat]:not(:disabled)")];
  const letters = new Map(seats.map((seat) => [seat.dataset.seat, seat]));
  const keys = [...root.querySelectorAll("[data-letter]:not(:disabled)")].filter((one) => one.offsetParent !== null);
  keys.sort((one, other) => one.dataset.letter - other.dataset.letter);
  for (const key of keys) {
    const label = wordsOf(key);
    const candidates = [...label.matchAll(/\b[A-Z]/g), ...label.matchAll(/[A-Z]/g)].map(([letter]) => letter);
    const letter = candidates.find((one) => !letters.has(one));
    if (letter) letters.set(letter, key);
  }
  return letters;
}

// Without accents, and without what only whoever listens hears.
function wordsOf(key) {
  const shown = key.cloneNode(true);
  for (const part of shown.querySelectorAll(".unseen, .worth, .mark, .change")) part.remove();
  return shown.textContent.normalize("NFD").replace(/\p{M}/gu, "").toUpperCase();
}

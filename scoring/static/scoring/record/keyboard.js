// A keyboard at the table: a letter for whatever can be chosen now, digits for seats and card points, Enter saves.
// Letters are shown on the keys while a keyboard is used; nothing of it while a field has the focus.

import { lettersOf } from "./letters.js";
import { shelf } from "./shelf.js";

const FIELDS = "input:not([type=checkbox]), select, textarea, [contenteditable]";
const MOST = 2; // digits of whole card points; the next one is Blatt

// Returns a function that gives the keys their letters, to be called whenever the page has been drawn. `answered` is called
// with what a key stands for that has no button of its own.
export function keyboard(root, page, answered) {
  const settings = shelf("device", 1);
  let isTyping = false; // was the last key one of ours?

  function show() {
    root.classList.toggle("without-keys", settings.read()?.keys === false);
    if (!root.classList.contains("lettered")) return;
    const keys = keysOf(root, page.server);
    for (const key of root.querySelectorAll("[data-key]")) if (keys.get(key.dataset.key) !== key) delete key.dataset.key;
    for (const [letter, key] of keys) key.dataset.key = letter;
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
    const button = saves ? save : (keypadKey(root, key) ?? keysOf(root, page.server).get(key.toUpperCase()));
    if (!button || button.disabled) return;
    event.preventDefault();
    isTyping = !saves;
    press(button, answered);
    use(true);
  }

  document.addEventListener("keydown", pressed);
  document.addEventListener("pointerdown", () => use(false));
  return show;
}

// A line of a premium goes from silent to announced, and then it is gone again; what was chosen is taken out again.
function press(button, answered) {
  const { off } = button.dataset;
  if (off) {
    answered(JSON.parse(off), button, button.closest(".block")?.id);
    return;
  }
  const row = button.matches(".prem > .name") && button.parentElement;
  if (!row) {
    button.click();
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

// The buttons that can be pressed now, by their digits and letters; those behind the button beside the title, too.
function keysOf(root, table) {
  const letters = lettersOf(table);
  const keys = new Map();
  for (const button of root.querySelectorAll("[data-seat], [data-letter]")) {
    const key = button.dataset.seat ?? letters.get(button.dataset.letter);
    const isThere = button.offsetParent !== null || button.closest("dialog") !== null;
    if (key && isThere && !button.disabled && !button.closest("[inert]")) keys.set(key, button);
  }
  return keys;
}

// What is tapped: an answer to the form, or an order to the page.

const TREMBLES = 350; // milliseconds
const SPOT = 16; // px

// `answered` gets the action, the button, and the id of the block that it stood in.
export function listen(root, { ordered, answered = (_action, _tapped, _home) => {} }) {
  // A second tap on the same spot right after the first is none, whatever stands there by then; but for keys that are
  // tapped several times. A click of the keyboard has no spot.
  let last = { at: -Infinity, x: 0, y: 0 };
  root.addEventListener("click", (event) => {
    const tapped = event.target.closest("[data-act], [data-order]");
    if (!tapped || !root.contains(tapped)) return;
    const near = Math.hypot(event.clientX - last.x, event.clientY - last.y) < SPOT;
    const trembled = event.detail > 0 && near && event.timeStamp - last.at < TREMBLES;
    if (event.detail > 0) last = { at: event.timeStamp, x: event.clientX, y: event.clientY };
    if (trembled && !("again" in tapped.dataset)) return;
    if (tapped.dataset.order) ordered(tapped.dataset.order, tapped);
    else answered(JSON.parse(tapped.dataset.act), tapped, tapped.closest(".block")?.id);
  });
}

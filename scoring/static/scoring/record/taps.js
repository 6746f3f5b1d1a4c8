// What is tapped: an answer to the form, or an order to the page.

// `answered` gets what was said, the button, and the id of the block that it stood in.
export function listen(root, { ordered, answered }) {
  // The second tap of a double tap must not hit what has just moved under the finger, nor take back the first where
  // one tap says and the next takes back.
  let lastTapped = null;
  root.addEventListener("click", (event) => {
    const tapped = event.target.closest("[data-act], [data-order]");
    if (!tapped || !root.contains(tapped)) return;
    const slipped = event.detail > 1 && (tapped !== lastTapped || "once" in tapped.dataset);
    lastTapped = tapped;
    if (slipped) return;
    if (tapped.dataset.order) ordered(tapped.dataset.order, tapped);
    else answered(JSON.parse(tapped.dataset.act), tapped, tapped.closest(".block")?.id);
  });
}

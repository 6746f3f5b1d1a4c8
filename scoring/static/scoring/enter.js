// Enter goes on to the next question that is still empty, and sends the form after the last one.

for (const form of document.querySelectorAll("form.enter")) {
  form.addEventListener("keydown", event => {
    const inputs = [...form.querySelectorAll("input:not([type=hidden], [type=checkbox])")];
    const place = inputs.indexOf(event.target);
    if (event.key !== "Enter" || place < 0) return;
    const isFolded = input => input.closest("details:not([open])") || !input.getClientRects().length;
    const next = inputs.slice(place + 1).find(input => !input.value && !isFolded(input));
    if (next) {
      event.preventDefault();
      next.focus();
    }
  });
}

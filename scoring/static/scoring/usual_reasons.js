// The usual reasons are tapped; another one is typed. Without this script all are typed.

const chips = document.querySelector(".usual-reasons");
if (chips) {
  const field = document.querySelector("[name=reason]");
  chips.hidden = false;
  chips.addEventListener("click", (event) => {
    const tapped = event.target.closest("button");
    if (!tapped) return;
    field.value = tapped.textContent.trim();
    show();
  });
  field.addEventListener("input", show);

  function show() {
    for (const chip of chips.querySelectorAll("button")) {
      chip.setAttribute("aria-pressed", String(chip.textContent.trim() === field.value));
    }
  }

  show();
}

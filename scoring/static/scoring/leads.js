// Explanations on a phone: their first two lines, and the rest on a tap. What matters begins below them.

const LINES = 2;
const WORTH_A_TAP = 4; // lines

const phone = matchMedia("screen and (max-width: 48rem)");
const more = document.documentElement.dataset.more;
const opened = new WeakSet();

function foldLeads() {
  document.querySelectorAll("main .lead").forEach((lead) => {
    const line = parseFloat(getComputedStyle(lead).lineHeight);
    const isLong = lead.scrollHeight > (WORTH_A_TAP - 0.5) * line;
    const isShort = phone.matches && isLong && !opened.has(lead);
    if (isShort === lead.classList.contains("in-two-lines")) return;
    lead.classList.toggle("in-two-lines", isShort);
    if (isShort) lead.append(button(lead));
    else lead.querySelector(".rest")?.remove();
  });
}

function button(lead) {
  const added = Object.assign(document.createElement("button"), { type: "button", className: "rest" });
  added.append(Object.assign(document.createElement("span"), { textContent: `… ${more}` }));
  added.addEventListener("click", () => open(lead));
  return added;
}

function open(lead) {
  opened.add(lead);
  lead.tabIndex = -1;
  lead.focus({ preventScroll: true });
  foldLeads();
}

// A link in the part that is hidden was reached by the keyboard.
document.addEventListener("focusin", ({ target }) => {
  const lead = target.closest?.(".lead.in-two-lines");
  if (lead && !target.matches(".rest")) {
    opened.add(lead);
    foldLeads();
  }
});
foldLeads(); // before anything is seen
new ResizeObserver(() => requestAnimationFrame(foldLeads)).observe(document.body);

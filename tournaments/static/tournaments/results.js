// Results from paper: each row adds up while it is typed, and is saved by itself once it balances and is left.
// A row that was saved before is changed by the button alone, which asks why.

const form = document.querySelector("form.results");
const PARTS = { "⅓": 1 / 3, "⅔": 2 / 3, "½": 1 / 2, "¼": 1 / 4, "¾": 3 / 4 };

// "41", "−3", "20,5", "50 2/3" and "50⅔" as a number; NaN where it is none, or nothing.
function amount(text) {
  const found = /^([+\-−]?)(\d*(?:[.,]\d+)?)\s*(?:(\d+)\/(\d+)|([⅓⅔½¼¾]))?$/.exec(text.trim());
  if (!found || text.trim() === "") return NaN;
  const [, sign, whole, count, of, part] = found;
  const size = Number(whole.replace(",", ".")) + (count ? count / of : 0) + (part ? PARTS[part] : 0);
  return sign === "-" || sign === "−" ? -size : size;
}

const fields = row => [...row.querySelectorAll("input:not([type=hidden])")];
const isReplacement = field => field.name.includes("replacement-");
const whole = fraction => String(Math.round(fraction * 100) / 100).replace("-", "−").replace(".", ",");

// What is too much in a row; NaN while something is missing.
function difference(row) {
  let sum = -Number(row.dataset.given);
  for (const field of fields(row)) {
    if (!isReplacement(field)) sum += amount(field.value);
    else if (field.value.trim()) sum -= amount(field.value);
  }
  return sum;
}

function tell(row) {
  const off = difference(row);
  const is = Number.isNaN(off) ? "" : Math.abs(off) < 1e-6 ? "right" : off > 0 ? "more" : "less";
  row.dataset.is = is;
  row.querySelector("output").textContent = is ? form.dataset[is].replace("{amount}", whole(Math.abs(off))) : "";
}

// Puts the row that the server has answered in the place of the one that was sent; what was typed since stays.
function exchange(row, fresh, sent) {
  const at = row.contains(document.activeElement) ? document.activeElement : null;
  const inPlace = name => fresh.querySelector(`[name="${name}"]`);
  for (const field of fields(row)) {
    if (field.value === sent.get(field.name)) continue;
    const same = inPlace(field.name);
    if (same) same.value = field.value;
    fresh.dataset.changed = "";
  }
  delete row.dataset.changed; // what was sent is answered, what was not stands in the fresh one
  row.after(fresh);
  tell(fresh);
  if (at) {
    const [start, end] = [at.selectionStart, at.selectionEnd];
    const same = inPlace(at.name);
    (same ?? fields(fresh)[0]).focus();
    same?.setSelectionRange(start, end);
  }
  row.remove();
}

// Sends a row. It leaves the page only for the same row with everybody in it to whom something was typed; whatever
// else the server answers, it stays and says why.
async function save(row) {
  const body = new FormData();
  for (const name of ["csrfmiddlewaretoken", "deed", "opened"]) body.set(name, form.elements[name].value);
  for (const field of row.querySelectorAll("input")) body.set(field.name, field.value);
  body.set("row", row.id.slice(1));
  row.querySelector(".failed")?.remove();
  row.setAttribute("aria-busy", "true");
  const answered = document.createElement("template");
  try {
    answered.innerHTML = await (await fetch(form.action, { method: "POST", body })).text();
  } catch { /* no network: the button sends it again */ }
  row.removeAttribute("aria-busy");
  const page = answered.content, fresh = page.getElementById(row.id);
  if (fresh && fields(row).every(field => !field.value.trim() || fresh.querySelector(`[name="${field.name}"]`))) {
    exchange(row, fresh, body);
    if (wantsSaving(fresh)) save(fresh);
    return;
  }
  const token = page.querySelector("[name=csrfmiddlewaretoken]"); // another one, since somebody signed in anew
  if (token) form.elements.csrfmiddlewaretoken.value = token.value;
  const failed = Object.assign(document.createElement("p"), { className: "failed error", role: "alert" });
  const why = [...page.querySelectorAll("[role=alert]")].map(one => one.textContent.trim()).filter(Boolean).join(" ");
  failed.textContent = why || form.dataset.failed;
  row.querySelector(".sum").append(failed);
  if (fields(row).some(field => field.value !== body.get(field.name)) && wantsSaving(row)) save(row);
}

// A row that was left balances, and was never saved: to change what was asks for a reason, by the button.
function wantsSaving(row, to = document.activeElement) {
  const { changed, corrected, is } = row.dataset;
  return changed === "" && corrected === undefined && is === "right" && !row.hasAttribute("aria-busy") && !row.contains(to);
}

if (form) {
  const rows = form.querySelector(".rows");
  for (const row of rows.children) tell(row);
  rows.addEventListener("input", event => {
    const row = event.target.closest("li");
    row.dataset.changed = "";
    tell(row);
  });
  rows.addEventListener("focusin", event => event.target.select?.());
  rows.addEventListener("focusout", event => {
    const row = event.target.closest("li");
    if (wantsSaving(row, event.relatedTarget)) save(row);
  });
  // At a keyboard the first digit needs no click; on a phone one would cover what is read first.
  addEventListener("load", () => {
    const first = rows.querySelector("li:target") ?? rows.querySelector("li:not(.typed)");
    if (first && matchMedia("(pointer: fine)").matches && !form.querySelector(".error")) fields(first)[0].focus();
  });
}

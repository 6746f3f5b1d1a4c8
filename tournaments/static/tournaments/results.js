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

async function save(row) {
  const body = new FormData();
  for (const name of ["csrfmiddlewaretoken", "deed", "opened"]) body.set(name, form.elements[name].value);
  for (const field of row.querySelectorAll("input")) body.set(field.name, field.value);
  body.set("row", row.id.slice(1));
  row.querySelector(".failed")?.remove();
  row.setAttribute("aria-busy", "true");
  let fresh = null;
  try {
    const answer = await fetch(form.action, { method: "POST", body });
    const inside = document.createElement("template");
    inside.innerHTML = answer.ok && !answer.redirected ? await answer.text() : "";
    fresh = inside.content.firstElementChild;
  } catch { /* no network: the button sends it again */ }
  row.removeAttribute("aria-busy");
  if (fresh === null) {
    const failed = Object.assign(document.createElement("p"), { className: "failed error", role: "alert" });
    failed.textContent = form.dataset.failed;
    row.querySelector(".sum").append(failed);
  } else if (row.contains(document.activeElement)) { // somebody types on
    row.querySelector("[type=hidden]").value = fresh.querySelector("[type=hidden]").value;
    if ("corrected" in fresh.dataset) row.dataset.corrected = "";
  } else {
    row.replaceWith(fresh);
    tell(fresh);
  }
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
    const wanted = "saving" in form.dataset && "changed" in row.dataset && !("corrected" in row.dataset);
    if (wanted && row.dataset.is === "right" && !row.contains(event.relatedTarget)) save(row);
  });
  // At a keyboard the first digit needs no click; on a phone one would cover what is read first.
  addEventListener("load", () => {
    const first = rows.querySelector("li:target") ?? rows.querySelector("li:not(.typed)");
    if (first && matchMedia("(pointer: fine)").matches && !form.querySelector(".error")) fields(first)[0].focus();
  });
}

// Of many tables a button shows one kind, also after news; a search finds a table by its number or by a name.
// Keys: "/" searches, C calls, S silent ones, L late hands, A all of them.

const tables = document.getElementById("tables");
const searching = document.getElementById("searching");
const KEYS = { c: "call", s: "silent", l: "late", a: "all" };
let kind = "all";

function buttons() {
  return [...document.querySelectorAll("#finding [data-kind]")];
}

function fits(table, words) {
  if (kind !== "all" && !table.dataset.kinds.split(" ").includes(kind)) return false;
  if (words === "") return true;
  if (/^\d+$/.test(words)) return table.dataset.number === words;
  return [...table.querySelectorAll(".tight .what")].some((one) => plain(one.textContent).includes(words));
}

// "Änne" is found by "anne", too.
function plain(text) {
  return text.trim().toLowerCase().normalize("NFD").replaceAll(/\p{Mn}/gu, "");
}

function show() {
  const finding = document.getElementById("finding");
  if (finding === null || searching === null) return;
  finding.hidden = false;
  searching.hidden = false;
  if (!buttons().some((one) => one.dataset.kind === kind)) kind = "all";
  const words = plain(searching.querySelector("input").value);
  let shown = 0;
  for (const table of tables.children) {
    table.hidden = !fits(table, words);
    if (!table.hidden) shown += 1;
  }
  for (const one of buttons()) one.setAttribute("aria-pressed", String(one.dataset.kind === kind));
  const all = kind === "all" && words === "";
  const count = finding.dataset.shown.replace("{shown}", shown).replace("{all}", tables.children.length);
  const status = document.getElementById("shown");
  const text = all ? "" : count;
  if (status.textContent !== text) status.textContent = text;
}

document.addEventListener("board", show);
document.addEventListener("click", ({ target }) => {
  const button = target.closest("#finding [data-kind]");
  if (button === null) return;
  kind = button.dataset.kind;
  show();
});
searching?.addEventListener("input", show);
searching?.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    event.target.value = "";
    show();
  } else if (event.key === "Enter") {
    [...tables.children].find((one) => !one.hidden)?.querySelector("a")?.click();
  }
});
document.addEventListener("keydown", (event) => {
  if (searching === null || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.matches("input, select, textarea")) return;
  if (event.key === "/") {
    event.preventDefault();
    searching.querySelector("input").focus();
  } else if (event.key.toLowerCase() in KEYS) {
    kind = KEYS[event.key.toLowerCase()];
    show();
  }
});
show();

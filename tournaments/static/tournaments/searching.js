// A long list to choose from is searched by name: typing above it leaves only those who have these words, and the
// first of them is chosen.

const FEW = 12; // are seen at once
const { search } = document.querySelector("[data-search]").dataset;

for (const select of document.querySelectorAll("form select")) {
  const all = [...select.options];
  if (all.length > FEW) {
    const field = document.createElement("input");
    Object.assign(field, { type: "search", autocomplete: "off", placeholder: search });
    field.setAttribute("aria-label", `${search}: ${select.labels[0].textContent.trim()}`);
    field.addEventListener("input", () => {
      const words = plain(field.value).split(/\s+/);
      show(select, all.filter(one => words.every(word => plain(one.textContent).includes(word))));
      field.setAttribute("aria-invalid", String(!select.options.length));
    });
    select.before(field);
  }
}

function show(select, options) {
  const chosen = select.value;
  select.replaceChildren(...options);
  if (options.some(one => one.value === chosen)) select.value = chosen;
}

// "Änne" is found by "anne", too.
function plain(text) {
  return text.trim().toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "");
}

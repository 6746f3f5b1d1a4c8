// The page on which light or dark and the size of letters are chosen: every tap holds at once.

const dark = document.getElementById("dark");
const form = document.getElementById("display");
const AS_DEVICE = "screen and (prefers-color-scheme: dark)";

function storedChoice(name) {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return ""; // a browser that keeps nothing
  }
}

function keep(name, value) {
  try {
    if (value) localStorage.setItem(name, value);
    else localStorage.removeItem(name);
  } catch {
    // it holds on this page alone
  }
}

function apply() {
  const { light, size } = form.elements;
  dark.media = { dark: "screen", light: "not all" }[light.value] ?? AS_DEVICE;
  if (size.value) document.documentElement.dataset.size = size.value;
  else delete document.documentElement.dataset.size;
}

for (const input of form.querySelectorAll("input")) input.checked = input.value === storedChoice(input.name);
form.addEventListener("change", ({ target }) => {
  keep(target.name, target.value);
  apply();
});

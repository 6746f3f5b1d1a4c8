// Finds a name in the list: typing leaves only names whose words begin like that, in any order.

for (const list of document.querySelectorAll(".by-name")) {
  const box = list.querySelector(".find");
  const nobody = list.querySelector(".nobody");
  box.hidden = false;
  box.querySelector("input").addEventListener("input", event => find(list, nobody, plain(event.target.value.trim())));
}

function find(list, nobody, search) {
  let count = 0;
  for (const line of list.querySelectorAll("li")) {
    const words = plain(line.querySelector("span").textContent).split(/[\s-]+/);
    line.hidden = !search.split(/[\s-]+/).every(part => words.some(word => word.startsWith(part)));
    if (!line.hidden) count += 1;
  }
  nobody.textContent = count ? "" : nobody.dataset.nobody;
}

function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

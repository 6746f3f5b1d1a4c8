// A button that prints the page, or the page with what is left out otherwise. Without this script there is none, and the browser's own menu does it.

import "./paper.js";

for (const button of document.querySelectorAll("button.print")) {
  button.hidden = button.dataset.with === "all" && !document.querySelector(".further");
  button.addEventListener("click", () => {
    for (const more of ["book", "all"]) document.body.classList.toggle(`with-${more}`, button.dataset.with === more);
    print();
  });
}

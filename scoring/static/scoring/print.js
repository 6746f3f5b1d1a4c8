// A button that prints the page, or the page with what is left out otherwise. Without this script there is none, and the browser's own menu does it.

import "./paper.js";

for (const button of document.querySelectorAll("button.print")) {
  button.hidden = false;
  button.addEventListener("click", () => {
    document.body.classList.toggle("with-book", button.dataset.with === "book");
    print();
  });
}

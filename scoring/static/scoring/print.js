// A button that prints the page. Without this script there is none, and the browser's own menu does it.

import "./paper.js";

for (const button of document.querySelectorAll("button.print")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}

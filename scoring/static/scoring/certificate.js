// A picture of one's own on all certificates of the page: it is read by this browser, and sent nowhere.

const MOST = 4_000_000; // bytes

for (const field of document.querySelectorAll(".logo-field")) {
  const input = field.querySelector("input");
  const warning = field.querySelector(".too-big");
  field.hidden = false;
  input.addEventListener("change", () => {
    const [file] = input.files;
    warning.hidden = !file || file.size <= MOST;
    if (!file || file.size > MOST) return show("");
    const reader = new FileReader();
    reader.addEventListener("load", () => show(reader.result));
    reader.readAsDataURL(file);
  });
}

function show(source) {
  for (const picture of document.querySelectorAll(".certificate .logo")) {
    picture.hidden = !source;
    if (source) picture.src = source;
    else picture.removeAttribute("src");
  }
}

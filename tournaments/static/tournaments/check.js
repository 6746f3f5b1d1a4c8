// A file dropped anywhere on the page, or chosen, is checked at once; it stays chosen, to be checked again.

const form = document.querySelector("form[data-drop]");
const field = form.querySelector('input[type="file"]');
const most = Number(field.dataset.most);

const check = async () => {
  const [file] = field.files;
  if (!file) return;
  if (file.size > most) {
    field.setCustomValidity(field.dataset.tooBig);
    field.reportValidity();
    field.value = "";
    field.setCustomValidity("");
    return;
  }
  form.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(form.action, { method: "POST", body: new FormData(form) });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const checked = page.getElementById("checked"); // no page of this one: the browser shows what it is
    document.getElementById("checked").replaceChildren(...checked.childNodes);
    form.querySelector(".errorlist")?.remove();
    const wrong = page.querySelector("form[data-drop] .errorlist");
    if (wrong) field.before(wrong);
  } catch {
    form.submit();
  } finally {
    form.removeAttribute("aria-busy");
  }
};

field.addEventListener("change", check);
form.addEventListener("submit", (event) => {
  if (!field.files.length) return;
  event.preventDefault();
  check();
});
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  if (event.dataTransfer.files.length === 0) return;
  field.files = event.dataTransfer.files;
  check();
});

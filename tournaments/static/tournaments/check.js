// A file dropped anywhere on the page, or chosen, is checked at once.

const form = document.querySelector("form[data-drop]");
const field = form.querySelector('input[type="file"]');
const most = Number(field.dataset.most);

const check = () => {
  const [file] = field.files;
  if (!file) return;
  if (file.size > most) {
    field.setCustomValidity(field.dataset.tooBig);
    field.reportValidity();
    field.value = "";
    field.setCustomValidity("");
    return;
  }
  form.submit();
};

field.addEventListener("change", check);
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  if (event.dataTransfer.files.length === 0) return;
  field.files = event.dataTransfer.files;
  check();
});

// Shows what a change of a table does: as soon as something was chosen or typed, the result stands beside it, and
// each problem at its field.

const form = document.getElementById("mend");
let lastNumber = 0;

form.addEventListener("change", async () => {
  const number = ++lastNumber;
  const sent = new FormData(form);
  sent.delete("looked");
  sent.set("step", "look");
  try {
    const answer = await fetch(location.pathname, { method: "POST", body: sent });
    if (answer.ok && number === lastNumber) show(new DOMParser().parseFromString(await answer.text(), "text/html"));
  } catch {
    // without a network, the button says so
  }
});

function show(page) {
  const review = page.getElementById("review");
  if (!review) return;
  document.getElementById("review").replaceChildren(...review.childNodes);
  for (const list of form.querySelectorAll(".errorlist")) list.remove();
  for (const list of page.querySelectorAll("#mend .errorlist")) {
    const label = list.parentElement.querySelector("label");
    document.querySelector(`label[for="${label.htmlFor}"]`).before(list);
  }
}

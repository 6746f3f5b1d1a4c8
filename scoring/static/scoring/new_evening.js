// The Pagatkassa of the rule sheet that was chosen, as long as nobody has filled in another.

const pot = document.querySelector("#id_pot");
let touched = pot.closest("form").querySelector(".problems") !== null;
pot.addEventListener("input", () => { touched = true; });

for (const sheet of document.querySelectorAll("input[name=rules]")) {
  sheet.addEventListener("change", () => {
    if (!touched) { fillIn(JSON.parse(sheet.dataset.pot)); }
  });
}

function fillIn(terms) {
  pot.querySelector("[name=pagatkassa]").checked = terms !== null;
  if (terms === null) { return; }
  pot.querySelector("[name=stake]").value = terms.stake;
  pot.querySelector("[name=start]").value = terms.start || "";
  pot.querySelector("[name=start_again]").value = terms.start_again ? "always" : "once";
  for (const name of ["ceiling", "pot_ceiling"]) pot.querySelector(`[name=${name}]`).value = terms[name] ?? "";
}

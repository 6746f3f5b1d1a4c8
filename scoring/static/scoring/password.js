// Passwords can be shown while they are typed, and one that is chosen can be an offered passphrase.

function button(words, kind) {
  const made = Object.assign(document.createElement("button"), { type: "button", className: kind, textContent: words });
  return made;
}

for (const input of document.querySelectorAll("input[type=password]")) {
  const { show, hide, take, offered } = input.dataset;
  const field = Object.assign(document.createElement("div"), { className: "shows" });
  const shows = button(show, "second");
  shows.setAttribute("aria-pressed", "false");
  input.replaceWith(field);
  field.append(input, shows);
  const reveal = isShown => {
    input.type = isShown ? "text" : "password";
    shows.textContent = isShown ? hide : show;
    shows.setAttribute("aria-pressed", String(isShown));
  };
  shows.addEventListener("click", () => reveal(input.type === "password"));
  input.form?.addEventListener("submit", () => reveal(false)); // else browsers do not offer to keep it
  if (offered) {
    const takes = button(take, "second offered");
    takes.addEventListener("click", () => {
      input.value = offered;
      reveal(true);
      input.dispatchEvent(new Event("input", { bubbles: true }));
    });
    field.after(takes);
  }
}

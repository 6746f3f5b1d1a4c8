// A link to a part that is folded opens it, too: on this page, and from another one.

function unfold(hash) {
  const part = document.getElementById(hash.slice(1));
  if (part?.localName === "details") part.open = true;
}

for (const link of document.querySelectorAll('a[href^="#"]')) {
  link.addEventListener("click", () => unfold(link.hash));
}
unfold(location.hash);

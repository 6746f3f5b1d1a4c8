// A link to a part that is folded, or to something in it, opens it, too: on this page, and from another one.

function unfold(hash) {
  const part = document.getElementById(hash.slice(1));
  const fold = part?.closest("details");
  if (!fold) return;
  fold.open = true;
  part.scrollIntoView();
}

for (const link of document.querySelectorAll('a[href^="#"]')) {
  link.addEventListener("click", () => unfold(link.hash));
}
unfold(location.hash);

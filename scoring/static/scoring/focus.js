// What has the focus in a part of the page that is made anew: found again by what it is, not where it was.

// A selector for it within the box; null: the focus is elsewhere, or on nothing that could be found again.
export function focusIn(box) {
  const { activeElement } = document;
  if (!box.contains(activeElement)) return null;
  if (activeElement.id) return `#${CSS.escape(activeElement.id)}`;
  if (activeElement.matches("a[href]")) return `a[href="${CSS.escape(activeElement.getAttribute("href"))}"]`;
  if (activeElement.matches(".scroll")) return ".scroll";
  const form = activeElement.closest("form[action]");
  return form && `form[action="${CSS.escape(form.getAttribute("action"))}"] button`;
}

export function focusOn(selector, box) {
  if (selector) box.querySelector(selector)?.focus({ preventScroll: true });
}

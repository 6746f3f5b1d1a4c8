// What waits on this phone as a sheet, how it went, and who pays whom: full pages without network, each with an address,
// so that the way back is the browser's.

import { h } from "./elements.js";
import { say } from "./words.js";

const PAGES = { "#sheet": "sheet", "#course": "course", "#settling": "settling" };

// The name of the page that is open; null: the form is.
export function fullPageOpen() {
  return PAGES[location.hash] ?? null;
}

// `root` shows it in place of the form. Where nothing comes through, the way to the sheet leads to what waits.
export function showFullPage(root, page, changed) {
  const place = document.createElement("div");
  place.className = "full-page";
  root.querySelector(".recording").after(place);
  addEventListener("hashchange", () => {
    changed();
    scrollTo({ top: 0, behavior: "instant" });
    (fullPageOpen() ? place : root).querySelector("h1")?.focus({ preventScroll: true });
  });
  document.addEventListener("click", (event) => {
    const { table, waiting, nothingThrough } = page;
    const way = table.urls.sheet && event.target.closest(`a[href="${table.urls.sheet}"]`);
    if (!way || place.contains(way) || nothingThrough !== "no_answer" || !waiting.length) return;
    event.preventDefault();
    location.hash = "#sheet";
  });
  return place;
}

export function fullPage(page) {
  const name = fullPageOpen();
  if (name === null) return [];
  const { table, reckoned, waiting } = page;
  const parts = Object.entries(PAGES).filter(([, part]) => part === "sheet" || reckoned?.[part]);
  const link = ([href, part]) =>
    h("a", { key: part, href, "aria-current": part === name ? "page" : null }, say(table, `page_${part}`));
  const listed = waiting.map(({ id, number, told: words }) =>
    h("li", { key: id }, number === null ? words : say(table, "waiting_hand", { number, said: words })),
  );
  const html = reckoned?.[name];
  return [
    h("nav", { key: "parts", class: "few", "aria-label": say(table, "on_this_phone_only") }, parts.map(link)),
    h("h1", { key: "title", tabindex: "-1" }, say(table, `page_${name}`)),
    h("p", { key: "unsaved" }, say(table, waiting.length ? "on_this_phone_only" : "all_saved")),
    html && waiting.length ? h("div", { key: name, class: "scroll", html }) : h("ol", { key: "listed" }, listed),
    h(
      "p",
      { key: "back", class: "actions" },
      h("a", { class: "button", href: "#record" }, say(table, "back_to_recording")),
      table.urls.sheet && h("a", { class: "button second", href: table.urls.sheet }, say(table, "saved_before")),
    ),
  ];
}

// Fetches the sheet as the server prints it, again whenever something was written on it: shown beside the form, on a screen
// that has room for both; elsewhere only its last hands, on request.

import { patiently } from "./asking.js";
import { h } from "./elements.js";

const ROOM = matchMedia("(min-width: 64rem) and (min-height: 30.01rem)");
const LATELY = 3; // hands

// Returns what asks for the last hands.
export function sheetBeside(page, arrived) {
  let shown = null; // how the table stood when it was fetched
  let requested = null;

  const look = () => fetchIf(ROOM.matches);

  async function fetchIf(isWanted) {
    const { server } = page;
    const now = JSON.stringify([server.after, server.closed, server.seats]);
    if (!isWanted || server.unseen || !server.urls?.sheet || now === shown || now === requested) return;
    requested = now;
    try {
      const paper = await fetched(server.urls.sheet);
      shown = now;
      arrived(ROOM.matches ? { beside: wholeOf(paper), lately: null } : { lately: endOf(paper) });
      toTheNewest();
    } catch {
      // No network: what was there before stays, and the next hand tries again.
    } finally {
      requested = null;
    }
  }

  ROOM.addEventListener("change", look);
  document.addEventListener("table", look);
  addEventListener("resize", toTheNewest);
  return () => fetchIf(true);
}

// Links on the sheet are meant from there.
async function fetched(address) {
  const text = await patiently(address, {}, async (answer) => {
    if (answer.status !== 200) throw new Error(`answered ${answer.status}`);
    return answer.text();
  });
  const paper = new DOMParser().parseFromString(text, "text/html").getElementById("paper");
  const base = new URL(address, location.href);
  for (const link of paper.querySelectorAll("a[href]")) {
    link.setAttribute("href", new URL(link.getAttribute("href"), base).pathname);
  }
  return paper;
}

// The keyboard goes from the form to the button that saves.
function wholeOf(paper) {
  for (const link of paper.querySelectorAll("a[href]")) link.tabIndex = -1;
  return paper.outerHTML;
}

function endOf(paper) {
  const earlier = [...paper.querySelectorAll("tbody .hand")].slice(LATELY);
  for (const row of earlier) row.remove();
  for (const row of paper.querySelectorAll("thead tr + tr, tbody tr:not(.hand), tfoot")) row.remove();
  for (const part of [paper, ...paper.querySelectorAll("[id]")]) part.removeAttribute("id");
  return paper.querySelector(".hand") && paper.outerHTML;
}

function toTheNewest() {
  const paper = document.getElementById("paper");
  if (paper) paper.scrollTop = 0;
}

// A table that is kept nowhere has no other page for its sheet.
export function besidePart({ beside, server: { paper } }) {
  const only = paper === undefined ? "beside" : "beside only";
  return h("div", { key: "beside", class: only, html: paper ?? beside ?? "" });
}

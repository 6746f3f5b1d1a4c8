// Where the browser lets a worker help (https, or this very machine), the page opens without network too.

import { isPrepared } from "./prepared.js";

// A phone that is ready for an evening without network keeps the pages beside this one, too.
export async function openWithoutNetwork(root) {
  const { worker } = root.dataset;
  const { first, instead, beside, link } = JSON.parse(root.dataset.keeps || "{}");
  if (!worker || !window.isSecureContext || !navigator.serviceWorker) return;
  try {
    await navigator.serviceWorker.register(worker);
    const { active } = await navigator.serviceWorker.ready;
    // What it did not fetch itself it fetches now: this page, as it will be opened without network.
    const isFetched = navigator.serviceWorker.controller === active;
    const keep = (pages, onlyMissing = false) => pages.forEach((page) => active.postMessage({ keep: page, once: onlyMissing }));
    active.postMessage({ keep: location.pathname, link, once: isFetched });
    keep([first, instead], true);
    if (isPrepared()) keep(beside);
    document.addEventListener("prepared", () => keep(beside));
    navigator.serviceWorker.addEventListener("controllerchange", () => {
      navigator.serviceWorker.controller?.postMessage({ keep: location.pathname, once: true });
    });
  } catch {
    // The browser does not want a worker; the page works without.
  }
}

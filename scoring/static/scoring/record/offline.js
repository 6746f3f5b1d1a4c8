// Where the browser lets a worker help (https, or this very machine), the page opens without network too.

const FIRST = "/"; // which says what waits on this phone

export async function openWithoutNetwork(root) {
  const { worker } = root.dataset;
  if (!worker || !window.isSecureContext || !navigator.serviceWorker) return;
  try {
    await navigator.serviceWorker.register(worker);
    const { active } = await navigator.serviceWorker.ready;
    // What it did not fetch itself it fetches now: this page, as it will be opened without network.
    if (!navigator.serviceWorker.controller || navigator.serviceWorker.controller !== active) {
      active.postMessage({ keep: location.pathname });
    }
    active.postMessage({ keep: FIRST });
    navigator.serviceWorker.addEventListener("controllerchange", () => {
      navigator.serviceWorker.controller?.postMessage({ keep: location.pathname });
    });
  } catch {
    // The browser does not want a worker; the page works without.
  }
}

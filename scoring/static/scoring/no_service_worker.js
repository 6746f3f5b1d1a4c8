// Instead of the worker where none is wanted: whichever is still at work forgets everything and leaves.

addEventListener("install", () => skipWaiting());

addEventListener("activate", (event) => {
  event.waitUntil(forgetAll().then(() => registration.unregister()));
});

async function forgetAll() {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}

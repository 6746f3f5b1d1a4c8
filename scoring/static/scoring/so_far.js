// What a form would come to as it is filled in is told beside it, a moment after the last key.

const PAUSE = 400;

// Returns what is to be called whenever something in the form has changed.
export function toldSoFar(form, place) {
  let waiting = 0;
  let asking = null;

  async function ask() {
    asking?.abort();
    asking = new AbortController();
    place.setAttribute("aria-busy", "true");
    try {
      const sent = { method: "POST", body: new FormData(form), signal: asking.signal };
      const answer = await fetch(form.dataset.soFar, sent);
      if (answer.ok && !answer.redirected) place.innerHTML = await answer.text();
    } catch (error) {
      if (error.name === "AbortError") return;
    }
    place.setAttribute("aria-busy", "false");
  }

  return () => {
    clearTimeout(waiting);
    waiting = setTimeout(ask, PAUSE);
  };
}

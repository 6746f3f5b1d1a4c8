// Shows how far a club is while the server stores and checks it. At the end, and whenever the server has
// something else to say, the form is sent as it would be without this script.

import { canListen, isNews, news } from "./news.js";

const numbers = new Intl.NumberFormat({ de: "de-AT", en: "en-GB" }[document.documentElement.lang] ?? document.documentElement.lang);
const form = document.querySelector("form.bringing");
const button = form.querySelector("button:not([type=button])");
const making = document.querySelector(".making");
const bar = making.querySelector("progress");
const soFar = making.querySelector(".so-far");
const said = document.querySelector(".made");
const problem = document.querySelector(".problems.while-bringing");

function show({ what, done, of }) {
  if (of) {
    bar.max = of;
    bar.value = done;
  } else bar.removeAttribute("value"); // nobody knows how many there are
  const outOf = of ? ` / ${numbers.format(of)}` : "";
  soFar.textContent = `${making.dataset[what]} ${numbers.format(done)}${outOf}`;
}

function end(words) {
  making.hidden = true;
  said.textContent = "";
  problem.hidden = false;
  problem.querySelector("p").textContent = words;
  button.disabled = false;
}

async function bring() {
  const address = new URL(form.action);
  address.searchParams.set("progress", "1");
  const answer = await fetch(address, { method: "POST", body: new FormData(form) });
  if (!isNews(answer)) return form.submit();
  for await (const line of news(answer)) {
    if (line.problem) return end(line.problem);
    if (line.send) return form.submit();
    show(line);
  }
  throw new Error("ended before the club was there");
}

form.addEventListener("submit", async (event) => {
  if (!canListen) return;
  event.preventDefault();
  if (button.disabled) return;
  button.disabled = true;
  problem.hidden = true;
  bar.removeAttribute("value");
  soFar.textContent = "";
  making.hidden = false;
  said.textContent = making.dataset.begun;
  try {
    await bring();
  } catch {
    end(making.dataset.failed);
  }
});

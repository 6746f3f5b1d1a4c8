// Shows how far a long file is while the server makes it, then fetches it. Without this script, or where
// nothing can be read piece by piece, the link downloads the file by itself.

import { canListen, isNews, news } from "./news.js";

const numbers = new Intl.NumberFormat({ de: "de-AT", en: "en-GB" }[document.documentElement.lang] ?? document.documentElement.lang);

async function make(address, show, signal) {
  const asking = new URL(address);
  asking.searchParams.set("progress", "1");
  const answer = await fetch(asking, { signal });
  if (!isNews(answer)) throw new Error(`answered ${answer.status}`);
  for await (const line of news(answer)) {
    if (line.ready) return line.ready;
    show(line.rows, line.of);
  }
  throw new Error("ended before the file was ready");
}

function watch(box) {
  const making = box.querySelector(".making");
  const bar = making.querySelector("progress");
  const soFar = making.querySelector(".so-far");
  const message = box.querySelector(".made");
  let stop = null;

  function show(rows, of) {
    bar.max = of || 1;
    bar.value = rows;
    soFar.textContent = `${box.dataset.rows} ${numbers.format(rows)} / ${numbers.format(of)}`;
  }

  async function begin(link) {
    stop = new AbortController();
    bar.removeAttribute("value");
    soFar.textContent = "";
    message.textContent = "";
    making.hidden = false;
    try {
      const ready = await make(link.href, show, stop.signal);
      message.textContent = box.dataset.ready;
      location.assign(ready);
    } catch (error) {
      if (error.name !== "AbortError") message.textContent = box.dataset.failed;
    }
    making.hidden = true;
    stop = null;
  }

  making.querySelector("button").addEventListener("click", () => stop?.abort());
  for (const link of box.querySelectorAll("a[download]")) {
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || !canListen) return;
      event.preventDefault();
      if (!stop) begin(link);
    });
  }
}

document.querySelectorAll(".exports[data-rows]").forEach(watch);

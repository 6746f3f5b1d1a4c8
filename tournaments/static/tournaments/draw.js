// Two people who are tapped change seats at once; with a pointer one name is dragged onto another. Without this
// script both are ticked and a button swaps them.

const FAR = 6; // pixels from which on a press is a drag
const status = document.getElementById("swapped");
const draft = document.getElementById("draft");
let swapping = false;

function form() {
  return document.getElementById("swap");
}

function say(text) {
  status.textContent = "";
  requestAnimationFrame(() => { status.textContent = text; });
}

function boxes() {
  return [...form().querySelectorAll("input[name=seats]")];
}

// Swapping

async function swap(last) {
  swapping = true;
  draft.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(form().action, { method: "POST", body: new FormData(form()) });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("draft");
    if (!answer.ok || !fresh) {
      location.reload();
      return;
    }
    show(page, fresh, last);
  } catch {
    status.classList.remove("unseen");
    status.classList.add("problems");
    say(form().dataset.lost);
    untick();
  } finally {
    swapping = false;
    draft.removeAttribute("aria-busy");
  }
}

function show(page, fresh, last) {
  const messages = [...page.querySelectorAll("#content > .said, #content > .problems")];
  const refused = messages.some(one => one.classList.contains("problems"));
  draft.replaceChildren(...fresh.childNodes);
  status.classList.remove("unseen", "said", "problems");
  status.classList.add(refused ? "problems" : "said");
  document.querySelectorAll("#content > p.said:not(#swapped), #content > p.problems:not(#swapped)").forEach(one => one.remove());
  say(messages.map(one => one.textContent).join(" "));
  ready();
  boxes().find(box => box.value === last)?.focus({ preventScroll: true });
}

function untick() {
  for (const box of boxes()) box.checked = false;
}

function ticked(event) {
  if (event.target.name !== "seats") return;
  if (swapping) {
    event.target.checked = !event.target.checked;
    return;
  }
  const two = boxes().filter(box => box.checked);
  if (two.length === 2) {
    swap(event.target.value);
  } else if (two.length === 1) {
    say(form().dataset.picked.replace("{name}", nameOf(two[0])));
  }
}

function nameOf(box) {
  return box.closest(".seat").querySelector(".who").firstChild.textContent.trim();
}

// Dragging

let drag = null; // { seat, from: [x, y], moved, over }

function press(event) {
  const seat = event.target.closest("label.seat");
  if (!seat || swapping || event.button !== 0 || event.pointerType !== "mouse") return;
  drag = { seat, pointer: event.pointerId, from: [event.clientX, event.clientY], moved: false, over: null };
}

function move(event) {
  if (drag?.pointer !== event.pointerId) return;
  const by = [event.clientX - drag.from[0], event.clientY - drag.from[1]];
  if (!drag.moved && Math.hypot(...by) < FAR) return;
  if (!drag.moved) {
    drag.moved = true;
    drag.seat.setPointerCapture(drag.pointer);
    drag.seat.classList.add("dragged");
  }
  drag.seat.style.transform = `translate(${by[0]}px, ${by[1]}px)`;
  hover(document.elementFromPoint(event.clientX, event.clientY)?.closest("label.seat"));
}

function hover(seat) {
  drag.over?.classList.remove("under");
  drag.over = seat && seat !== drag.seat ? seat : null;
  drag.over?.classList.add("under");
}

function drop(event) {
  if (drag?.pointer !== event.pointerId) return;
  const { seat, moved, over } = drag;
  letGo();
  if (!moved) return;
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }));
  if (over) {
    untick();
    for (const one of [seat, over]) one.querySelector("input").checked = true;
    swap(seat.querySelector("input").value);
  }
}

// What ends a drag is no tap.
function swallow(event) {
  event.preventDefault();
  event.stopPropagation();
}

function letGo() {
  drag?.seat.classList.remove("dragged");
  drag?.seat.style.removeProperty("transform");
  drag?.over?.classList.remove("under");
  drag = null;
}

function ready() {
  if (!form()) return;
  form().classList.add("taps");
  untick();
}

draft.addEventListener("change", ticked);
draft.addEventListener("pointerdown", press);
addEventListener("pointermove", move);
addEventListener("pointerup", drop);
addEventListener("pointercancel", letGo);
draft.addEventListener("dragstart", event => event.preventDefault());
ready();

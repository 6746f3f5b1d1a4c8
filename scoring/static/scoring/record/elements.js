// Draws a tree of plain objects into the page and keeps every element that is still meant:
// focus, caret and scroll position stay where they are.

export function h(tag, attributes = {}, ...children) {
  const listed = children
    .flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false);
  return { tag, attributes, children: listed };
}

export function draw(parent, children) {
  const free = new Map();
  const nameless = [];
  for (const node of parent.childNodes) {
    if (node.drawnKey !== undefined) free.set(node.drawnKey, node);
    else nameless.push(node);
  }
  let place = parent.firstChild;
  for (const child of children) {
    const node = reused(child, free, nameless) || made(child);
    update(node, child);
    if (node === place) place = place.nextSibling;
    else parent.insertBefore(node, place);
  }
  while (place) {
    const next = place.nextSibling;
    place.remove();
    place = next;
  }
}

function keyOf(child) {
  return typeof child === "object" ? child.attributes.key : undefined;
}

function reused(child, free, nameless) {
  const key = keyOf(child);
  if (key !== undefined) {
    const keyed = free.get(key);
    free.delete(key);
    return keyed && isSame(keyed, child) ? keyed : null;
  }
  const index = nameless.findIndex((node) => isSame(node, child));
  return index < 0 ? null : nameless.splice(index, 1)[0];
}

function isSame(node, child) {
  if (typeof child !== "object") return node.nodeType === Node.TEXT_NODE;
  return node.nodeType === Node.ELEMENT_NODE && node.localName === child.tag;
}

function made(child) {
  return typeof child === "object" ? document.createElement(child.tag) : document.createTextNode("");
}

function update(node, child) {
  if (typeof child !== "object") {
    if (node.data !== String(child)) node.data = String(child);
    return;
  }
  const { key, html, own, value, ...attributes } = child.attributes;
  node.drawnKey = key;
  // Changes only the attributes that differ from before: reading an element costs as much as changing it.
  const before = node.drawnAttributes ?? {};
  for (const name in before) if (!(name in attributes)) node.removeAttribute(name);
  for (const name in attributes) {
    const value = attributes[name];
    if (value === before[name]) continue;
    if (value === undefined || value === null || value === false) node.removeAttribute(name);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.drawnAttributes = attributes;
  if (value !== undefined && node.value !== value) node.value = value;
  if (own) return; // another script draws what is in it
  if (html === undefined) draw(node, child.children);
  else if (node.drawnHtml !== html) {
    node.innerHTML = html; // from our own server, which has escaped every name
    node.drawnHtml = html;
  }
}

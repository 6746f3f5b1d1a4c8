// What the types of browsers leave open: which element a selector finds, and what its event tells, its script knows.

interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}
interface Document {
  getElementById(id: string): any;
}
interface Element {
  closest(selectors: string): any;
}
interface Event {
  readonly detail: any;
}
interface EventTarget {
  readonly id: any;
  readonly name: any;
  readonly dataset: DOMStringMap;
  value: any;
  closest(selectors: string): any;
  readonly matches: any;
}
interface FormData {
  get(name: string): any;
}

// Not in every browser: scripts ask before they use it.
interface Navigator {
  readonly connection: any;
  readonly standalone: boolean;
}
interface Window {
  webkitAudioContext: typeof AudioContext;
}
declare var BarcodeDetector: any;

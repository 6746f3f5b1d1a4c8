// What some browsers of the floor do not have, and what happens there: each is asked for before it is used.
// A feature that is not listed is refused by rules.mjs, and so is one that no script uses.

export const FLOOR = {
  safari: "15.4", safari_ios: "15.4", chrome: "100", chrome_android: "100", firefox: "115", firefox_android: "115",
};

export const WITHOUT = {
  "BarcodeDetector": "a library that is loaded for it reads codes",
  "Element.requestFullscreen": "the button of the hall's screen does nothing",
  "Document.fullscreenElement": "the button of the hall's screen does nothing",
  "Document.exitFullscreen": "the button of the hall's screen does nothing",
  "HTMLElement.inert": "what is on its way is left alone by the page itself",
  "Navigator.clipboard": "the older way copies, else what is to be copied stands marked",
  "Navigator.clearAppBadge": "nothing stands on the icon",
  "Navigator.connection": "the club's wish to get phones ready holds",
  "Navigator.mediaDevices": "a code is scanned by the phone's own camera, or its address is pasted",
  "Navigator.serviceWorker": "pages do not open without network; the open one goes on recording",
  "Navigator.setAppBadge": "nothing stands on the icon",
  "Navigator.share": "what is handed on is copied",
  "Navigator.storage": "a phone is made ready without a promise that it lasts, and says so",
  "Navigator.userActivation": "the phone vibrates, which a browser may refuse",
  "Navigator.vibrate": "it is not offered",
  "Navigator.wakeLock": "it is not offered, and the screen goes dark as usual",
  "SharedWorker": "each page has an engine of its own",
  "StorageManager.estimate": "the memory of the engine is kept unless the browser refuses to",
  "Window.caches": "nothing is kept for evenings without network beyond the open page",
};

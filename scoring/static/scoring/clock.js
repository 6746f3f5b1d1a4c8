// The one clock of the scripts; nothing else asks this device what time it is.

// In milliseconds, as this device's clock says, which may be wrong.
export function presentTime() {
  return Date.now();
}

// A day or a time in the language of the page, as it is written in Austria ("Jänner") and in Britain.
export function inWords(moment, shape) {
  const { lang } = document.documentElement;
  return new Intl.DateTimeFormat({ de: "de-AT", en: "en-GB" }[lang] ?? lang, shape).format(new Date(moment));
}

// A day that a field has, in short.
export function dayInWords(day) {
  return inWords(day, { weekday: "short", day: "numeric", month: "long", timeZone: "UTC" });
}

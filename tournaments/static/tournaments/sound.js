// What a page sounds like: nothing, until "sound on" is tapped; then a tone to hear that it works.

import { inTime } from "../scoring/in_time.js";

const NOTES = {
  test: [[660, 0, 0.35]],
  five_minutes: [[660, 0, 0.35], [660, 0.5, 0.35]],
  one_minute: [[780, 0, 0.3], [780, 0.4, 0.3], [780, 0.8, 0.3]],
  bell: [[520, 0, 1.2], [520, 1.2, 1.2], [520, 2.4, 1.8]],
};
const BUZZES = { five_minutes: [200, 100, 200], one_minute: [200, 100, 200, 100, 200], bell: [900, 200, 900] };
const Sound = window.AudioContext ?? window.webkitAudioContext;

let playing = null;

export function canSound() {
  return Sound !== undefined;
}

export function isSilent() {
  return playing === null;
}

// Only a tap may begin it: browsers allow nothing else.
export async function switchSound() {
  if (playing !== null) {
    const stopped = playing;
    playing = null;
    await inTime(() => stopped.close());
    return;
  }
  playing = new Sound();
  await inTime(() => playing.resume());
  play("test");
}

export function bells(signal) {
  if (playing !== null) play(signal);
  if (navigator.userActivation?.hasBeenActive && navigator.vibrate) navigator.vibrate(BUZZES[signal] ?? []);
}

function play(name) {
  for (const [hertz, after, lasts] of NOTES[name] ?? []) strike(hertz, playing.currentTime + after, lasts);
  document.dispatchEvent(new CustomEvent("sounded", { detail: name }));
}

// Like a small bell: at once, and dying away.
function strike(hertz, at, lasts) {
  const tone = playing.createOscillator();
  const volume = playing.createGain();
  tone.frequency.value = hertz;
  volume.gain.setValueAtTime(0.0001, at);
  volume.gain.exponentialRampToValueAtTime(0.5, at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + lasts);
  tone.connect(volume).connect(playing.destination);
  tone.start(at);
  tone.stop(at + lasts);
}

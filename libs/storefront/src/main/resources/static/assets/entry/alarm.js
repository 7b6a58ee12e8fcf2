// A sound when the shopper's turn comes. Browsers allow sound only after a click.

import { ref } from 'vue';

const KEPT = 'flash-sale.sound';
const TONES = [660, 880, 1320];
const TONE_S = 0.22;

let audio = null;
let wanted = stored() !== 'off';

/** Whether a sound would be heard. */
export const audible = ref(false);

/** Called by a click: allows sounds from now on, unless they were switched off. */
export function permitSound() {
  if (!wanted || !globalThis.AudioContext) return;
  audio ??= Object.assign(new AudioContext(), { onstatechange: look });
  audio.resume().then(look, look);
}

/** Called by a click: switches sounds on, with a sample, or off. */
export function switchSound() {
  wanted = !audible.value;
  try {
    localStorage.setItem(KEPT, wanted ? 'on' : 'off');
  } catch {
    // then the choice holds for this visit only
  }
  look();
  if (!wanted || !globalThis.AudioContext) return;
  permitSound();
  audio.resume().then(() => play(TONES.slice(0, 1)), look);
}

/** Plays the sound. */
export function ring() {
  look();
  if (audible.value) play(TONES);
}

function look() {
  audible.value = wanted && audio?.state === 'running';
}

function play(tones) {
  tones.forEach((frequency, i) => {
    const from = audio.currentTime + i * TONE_S;
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0, from);
    volume.gain.linearRampToValueAtTime(0.25, from + 0.02);
    volume.gain.linearRampToValueAtTime(0, from + TONE_S);
    const tone = new OscillatorNode(audio, { frequency });
    tone.connect(volume).connect(audio.destination);
    tone.start(from);
    tone.stop(from + TONE_S);
  });
}

function stored() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null; // storage may be forbidden
  }
}

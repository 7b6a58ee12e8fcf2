// The server's clock, by which sales open, whatever this computer's clock says.

import { onMounted, onUnmounted, ref } from 'vue';

const GOOD_FOR_MS = 120_000;
const SLACK_MS = 50;

let best = null; // { ahead, roundTrip, at }: how far the server's clock is ahead of performance.now()

/**
 * Takes the server's time from an answer; the faster the answer, the more precise the time. The error is at most
 * half the round trip. An answer outside that range means that this computer slept, or that the server's clock was
 * set.
 */
export function measured(serverTime, sent, received) {
  const roundTrip = received - sent;
  const ahead = serverTime - (sent + received) / 2;
  const old = best === null || received - best.at > GOOD_FOR_MS;
  if (old || roundTrip <= best.roundTrip || Math.abs(ahead - best.ahead) > (roundTrip + best.roundTrip) / 2 + SLACK_MS) {
    best = { ahead, roundTrip, at: received };
  }
}

/** Milliseconds since 1970 on the server. Until the server's first answer this is the computer's own time. */
export function serverNow() {
  return best === null ? Date.now() : best.ahead + performance.now();
}

// One timer for all components that show a time; it runs while the page is visible.
const tick = ref(0);
let watching = 0;
let timer = 0;

/** The server's time as a reactive value, refreshed four times a second while the component is mounted. */
export function useServerNow() {
  onMounted(() => {
    if (watching++ === 0) timer = setInterval(() => tick.value++, 250);
  });
  onUnmounted(() => {
    if (--watching === 0) clearInterval(timer);
  });
  return () => {
    void tick.value;
    return serverNow();
  };
}

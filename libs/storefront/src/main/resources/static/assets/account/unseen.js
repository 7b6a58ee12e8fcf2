// How many messages the shopper has not seen yet, for the header.

import { ref, watch } from 'vue';
import { get } from '../api.js';
import { session } from './session.js';

const SELDOM_MS = 60_000;

/** Up to 100. */
export const unseen = ref(0);

let lookedAt = -Infinity;

watch(session, (now, before) => {
  if (now?.userId === before?.userId) return;
  unseen.value = 0;
  lookedAt = -Infinity;
}, { flush: 'sync' });

export async function look() {
  const shopper = session.value?.userId;
  if (!shopper) return;
  lookedAt = performance.now();
  try {
    const { count } = await get('/api/messages/unseen', { anonymous: true });
    if (session.value?.userId === shopper) unseen.value = count;
  } catch {
    // the header says what it knew
  }
}

/**
 * Asks when a page opens, at most once a minute. Not where a crowd opens the page of a sale, and not where the messages
 * themselves are shown.
 */
export function lookNowAndThen(path) {
  if (path.startsWith('/sales/') || path === '/messages') return;
  if (performance.now() - lookedAt > SELDOM_MS) look();
}

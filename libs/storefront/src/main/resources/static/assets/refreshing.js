// Refreshes a page periodically while it is visible.

import { onMounted, onUnmounted, watch } from 'vue';
import { i18n } from './i18n/i18n.js';

const HIDDEN = 5; // factor of the interval while the page is hidden

/**
 * Calls `load` when the component is mounted and then periodically, until it is unmounted or `load` returns false.
 * The intervals vary by up to 15 %, so that a crowd that arrived together does not ask together. Returns a function
 * that refreshes at once. `everyMs` may be a function, which is called before each pause.
 */
export function useRefreshing(everyMs, load) {
  let timer = 0;
  let gone = false;
  const pause = typeof everyMs === 'function' ? everyMs : () => everyMs;

  async function refresh() {
    clearTimeout(timer);
    const goOn = await load();
    clearTimeout(timer);
    if (!gone && goOn !== false) timer = setTimeout(refresh, (document.hidden ? HIDDEN : 1) * pause() * (0.85 + 0.3 * Math.random()));
  }

  function seenAgain() {
    if (timer && !document.hidden) refresh();
  }

  watch(i18n.global.locale, refresh); // texts of the shop are in the language of their time
  onMounted(() => {
    document.addEventListener('visibilitychange', seenAgain);
    refresh();
  });
  onUnmounted(() => {
    gone = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', seenAgain);
  });
  return refresh;
}

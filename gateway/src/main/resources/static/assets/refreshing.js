// Looks again and again while somebody looks at the page.

import { onMounted, onUnmounted } from 'vue';

const HIDDEN = 5; // times as long between two looks while the page is not to be seen

/**
 * Calls `load` when the component is mounted and then every so often, until it is unmounted or `load` answers false. A crowd
 * that came at once does not ask at once: the intervals differ by up to 15 %. Answers a function that looks at once. `everyMs` may
 * be a function, which is asked before each pause.
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

// Follows server-sent events, and falls back to polling while they do not arrive.

import { get } from './api.js';
import { inLanguage } from './i18n/i18n.js';

const CONNECT_AGAIN_MS = 4000;

/**
 * Calls `events[name]` with the data of each event of that name. Returns a function that ends it.
 *
 *   onOpen     the stream is open, for the first time or again
 *   onBroken   it broke or was refused; it reconnects by itself
 *   ask        the path to poll while it is broken: at once, and then every askEveryMs
 *   onAnswer   receives the answer to a poll
 *   onProblem  receives the problem of a poll, and null once it works again; after 401 and 404 everything has ended
 *   hidden     while the page is hidden the stream is 'closed', closed and replaced by polls ('ask'), or stays 'open'
 */
export function followEvents(path, events, { onOpen, onBroken, ask, askEveryMs, onAnswer, onProblem, hidden = 'closed' }) {
  let source = null;
  let asking = 0;
  let connecting = 0;
  let ended = false;

  function end() {
    ended = true;
    document.removeEventListener('visibilitychange', seenOrHidden);
    source?.close();
    clearTimeout(asking);
    clearTimeout(connecting);
  }

  // A browser has six connections to a server, for all its tabs. A stream that died while this computer slept must not
  // be waited for.
  function seenOrHidden() {
    clearTimeout(asking);
    clearTimeout(connecting);
    asking = 0;
    source?.close();
    if (!document.hidden) connect();
    else if (hidden === 'ask') asking = setTimeout(askAgain, askEveryMs);
  }

  function connect() {
    source = new EventSource(path);
    source.addEventListener('open', () => {
      clearTimeout(asking);
      asking = 0;
      onProblem?.(null);
      onOpen?.();
    });
    for (const [name, listener] of Object.entries(events)) {
      source.addEventListener(name, (event) => !ended && listener(JSON.parse(event.data, inLanguage)));
    }
    source.addEventListener('error', () => {
      if (ended) return;
      onBroken?.();
      if (!asking) asking = setTimeout(askAgain, 0);
      // The browser reconnects a broken stream by itself. After a refusal it gives up, so the page tries again.
      if (source.readyState === EventSource.CLOSED) connecting = setTimeout(connect, CONNECT_AGAIN_MS);
    });
  }

  async function askAgain() {
    try {
      const answer = await get(ask);
      if (ended) return;
      onProblem?.(null);
      onAnswer?.(answer);
    } catch (problem) {
      if (ended) return;
      if (problem.status === 401 || problem.status === 404) end();
      onProblem?.(problem);
    }
    if (!ended && asking) {
      clearTimeout(asking);
      asking = setTimeout(askAgain, askEveryMs);
    }
  }

  if (hidden === 'open') {
    connect();
  } else {
    document.addEventListener('visibilitychange', seenOrHidden);
    seenOrHidden();
  }
  return end;
}

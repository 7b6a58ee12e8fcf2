// Follows server-sent events, and asks instead while these do not come through.

import { get } from './api.js';

const CONNECT_AGAIN_MS = 4000;

/**
 * Calls `events[name]` with the data of each event of that name. Answers a function that ends it.
 *
 *   onOpen     the stream stands, for the first time or again
 *   onBroken   it broke or was refused; it is taken up again by itself
 *   ask        the path to ask while it is broken: at once, and then every askEveryMs
 *   onAnswer   what that answered
 *   onProblem  what went wrong in asking, and null once it works again; after 401 and 404 it has ended
 *   hidden     while nobody sees the page the stream is 'closed', closed and replaced by asking ('ask'), or stays 'open'
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

  // A browser has six connections to a server, for all its tabs. And one that died while this computer slept is not waited for.
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
      source.addEventListener(name, (event) => !ended && listener(JSON.parse(event.data)));
    }
    source.addEventListener('error', () => {
      if (ended) return;
      onBroken?.();
      if (!asking) asking = setTimeout(askAgain, 0);
      // A broken stream the browser takes up by itself; after a refusal it gives up, and we try again.
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

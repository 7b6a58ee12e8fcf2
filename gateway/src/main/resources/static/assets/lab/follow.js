// Follows a run: by server-sent events, and by asking while these do not come through.

import { get } from '../api.js';

const ASK_EVERY_MS = 1500;
const CONNECT_AGAIN_MS = 4000;

export const isOver = (run) => ['DONE', 'CANCELLED', 'FAILED'].includes(run.state);

/**
 * Tells of a run until it is over. Answers a function that ends it.
 *
 *   onRestart   from here on all that has happened is told, again after a broken line
 *   onState     STARTING or RUNNING
 *   onProgress  { sold, stock }
 *   onStay      somebody has left: from when to when they were inside
 *   onResult    the whole run; the last call
 *   onProblem   what went wrong in asking, and null once it works again
 */
export function follow(runId, { onRestart, onState, onProgress, onStay, onResult, onProblem }) {
  const path = `/api/lab/runs/${runId}`;
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

  function take(run) {
    if (ended) return;
    end();
    onProblem(null);
    onResult(run);
  }

  // A hidden page takes no stream: a browser has six lines to a server, for all its tabs.
  function seenOrHidden() {
    clearTimeout(asking);
    clearTimeout(connecting);
    asking = 0;
    source?.close();
    if (document.hidden) asking = setTimeout(ask, ASK_EVERY_MS);
    else connect();
  }

  function connect() {
    source = new EventSource(`${path}/events`);
    source.addEventListener('open', () => {
      clearTimeout(asking);
      asking = 0;
      onProblem(null);
      onRestart();
    });
    const told = (name, listener) => source.addEventListener(name, (event) => !ended && listener(JSON.parse(event.data)));
    // That it is over counts once its result is there, which is told next.
    told('state', (news) => isOver(news) || onState(news.state));
    told('progress', onProgress);
    told('holder', onStay);
    told('result', take);
    source.addEventListener('error', () => {
      if (ended) return;
      if (!asking) asking = setTimeout(ask, 0);
      // A broken line the browser takes up by itself; after a refusal it gives up, and we try again.
      if (source.readyState === EventSource.CLOSED) connecting = setTimeout(connect, CONNECT_AGAIN_MS);
    });
  }

  async function ask() {
    try {
      const run = await get(path);
      if (ended) return;
      onProblem(null);
      if (isOver(run)) take(run);
      else onState(run.state);
    } catch (problem) {
      if (ended) return;
      onProblem(problem);
      if (problem.status === 404) end();
    }
    if (!ended && asking) asking = setTimeout(ask, ASK_EVERY_MS);
  }

  document.addEventListener('visibilitychange', seenOrHidden);
  seenOrHidden();
  return end;
}

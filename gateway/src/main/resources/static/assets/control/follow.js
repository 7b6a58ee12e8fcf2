// The stream of snapshots of one sale, for as long as somebody looks.

import { get } from '../api.js';

const RETRY_MS = 3000;

/** Calls back with each snapshot, and with whether the line stands. Answers what ends it. */
export function follow(saleId, { onSnapshot, onState }) {
  let source = null;
  let timer = 0;
  let stopped = false;

  function connect() {
    source = new EventSource(`/api/lab/live/${saleId}`);
    source.addEventListener('snapshot', (event) => {
      onState(true);
      onSnapshot(JSON.parse(event.data));
    });
    source.onerror = () => {
      onState(false);
      // The browser connects again by itself, except after an answer that was no stream.
      if (source.readyState === EventSource.CLOSED) again();
    };
  }

  async function again() {
    // Also tells the page if the session has ended.
    await get('/api/session').catch(() => null);
    if (!stopped) timer = setTimeout(connect, RETRY_MS);
  }

  connect();
  return () => {
    stopped = true;
    clearTimeout(timer);
    source.close();
  };
}

// Calls our own server. The session travels in a cookie that scripts cannot read.

import { measured } from './clock.js';
import { inLanguage } from './i18n/i18n.js';

/** A refusal or a failure. `type` is the last part of the problem's type; 'network' if there was no answer. */
export class Problem extends Error {
  constructor(status, body, retryAfter) {
    super(body.title ?? `status ${status}`);
    this.status = status;
    this.type = (body.type ?? '').split('/').pop() || (status >= 500 ? 'service-unavailable' : 'internal-error');
    this.body = body;
    this.retryAfter = retryAfter; // seconds, or 0
    this.traceId = null; // of a followed click
  }

  /** Whether the call may have had an effect although its outcome is unknown. */
  get undecided() {
    return this.type === 'network' || this.type === 'gateway-timeout';
  }
}

let sessionEnded = () => {};

export function onSessionEnded(listener) {
  sessionEnded = listener;
}

/**
 * Returns the answer's body, and throws a Problem unless the call succeeded. After 401 it tells the listener that
 * there is no session, unless `anonymous` says that this is expected. Calls with the same `idempotencyKey` have one
 * effect only. With `plain` the body is a text. `ticket` is a purchase ticket, `priceCents` the
 * price that the shopper agrees to. Answers from caches are not `timed`:
 * they say nothing about the server's clock. With `paged` the result is { items, next }: the body, and the address of
 * the page after it or null. Texts of the shop are in the language of the page, or `whole` in all that they have.
 */
export async function call(method, path, { body, anonymous = false, signal, idempotencyKey, plain = false, ticket, priceCents, timed = true, paged = false, whole = false } = {}) {
  const headers = { Accept: `${plain ? 'text/plain' : 'application/json'}, application/problem+json` };
  if (method !== 'GET') headers['X-Flash-Sale-Page'] = '1'; // shows the gateway that one of its own pages asks
  if (idempotencyKey) headers['Idempotency-Key'] = idempotencyKey;
  if (ticket) headers['Purchase-Ticket'] = ticket;
  if (priceCents !== undefined) headers['Purchase-Price-Cents'] = String(priceCents);
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const sent = performance.now();
  let response;
  let answer;
  try {
    response = await fetch(path, { method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body) });
    const text = await response.text();
    const isJson = text && (response.headers.get('Content-Type') ?? '').includes('json');
    answer = isJson ? JSON.parse(text, whole ? undefined : inLanguage) : plain && response.ok ? text : {};
  } catch (fault) {
    if (fault.name === 'AbortError') throw fault;
    throw new Problem(0, { type: 'network' }, 0);
  }
  if (response.ok) {
    const time = response.headers.get('Server-Time') ?? (Array.isArray(answer) ? answer[0] : answer)?.serverTime;
    if (time && timed) measured(Date.parse(time), sent, performance.now());
    return paged ? { items: answer, next: /<([^>]*)>; rel="next"/.exec(response.headers.get('Link'))?.[1] ?? null } : answer;
  }
  const problem = new Problem(response.status, answer, Number(response.headers.get('Retry-After')) || 0);
  problem.traceId = /^00-([0-9a-f]{32})-/.exec(response.headers.get('X-Correlation-Id') ?? '')?.[1] ?? null;
  if (response.status === 401 && !anonymous) sessionEnded();
  throw problem;
}

export const get = (path, options) => call('GET', path, options);

/**
 * Reads the pages of a list, at most so many. The result is { items, next }, as with `paged`, and the problem of a later
 * page, before which reading ended. What moves meanwhile may stand on two pages, and is here once. A page that has not
 * changed is not sent again.
 */
export async function readPages(first, pages = Infinity) {
  const read = new Map();
  let next = first;
  for (let i = 0; i < pages && next; i++) {
    let answer;
    try {
      answer = await get(next, { paged: true });
    } catch (problem) {
      if (i === 0) throw problem;
      return { items: [...read.values()], next, problem };
    }
    answer.items.forEach((item) => read.set(item.id, item));
    next = answer.next;
  }
  return { items: [...read.values()], next, problem: null };
}

export const post = (path, body, options) => call('POST', path, { ...options, body });

/**
 * Returns a post whose repetitions have one effect: after a call whose effect is unknown, the same call has the same
 * idempotency key.
 */
export function postingOnce() {
  let unknown = null;
  return async (path, body, options) => {
    const sent = JSON.stringify([path, body]);
    const idempotencyKey = unknown?.sent === sent ? unknown.idempotencyKey : newKey();
    unknown = { sent, idempotencyKey };
    try {
      const answer = await post(path, body, { ...options, idempotencyKey });
      unknown = null;
      return answer;
    } catch (problem) {
      if (!problem.undecided && problem.type !== 'queue-unavailable') unknown = null;
      throw problem;
    }
  };
}

/** crypto.randomUUID exists only over https and on localhost. */
function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

// Small things that several pages show.

import { h } from 'vue';
import { countdown, moment } from './i18n/format.js';
import { i18n } from './i18n/i18n.js';

const { t, te } = i18n.global;

/** A sentence that a shopper understands. */
export function sentence(problem) {
  const key = `problem.${problem.type}`;
  const until = problem.body?.until;
  return t(te(key, 'en') ? key : 'problem.internal-error', { n: problem.retryAfter || 1, at: until ? moment(until) : '' });
}

/** A message that a screen reader reads out at once; nothing without a problem. `trying`: the page asks again by itself. */
export function alert(problem, retry, trying = Boolean(retry)) {
  if (!problem) return null;
  return h('div', { class: 'alert', role: 'alert' }, [
    h('p', trying && problem.type === 'network' ? t('trying') : problem instanceof Error ? sentence(problem) : problem),
    retry && h('button', { type: 'button', class: 'button small', onClick: retry }, t('retry')),
  ]);
}

/** Sets the title of the window, by default the same text, and answers the heading of the page. */
export function heading(text, attributes = {}, title = text) {
  document.title = `${title} · flash-sale`;
  return h('h1', attributes, text);
}

/** A countdown that catches the eye; text for everybody else. */
export function tiles(ms) {
  const parts = countdown(ms).split(':');
  if (parts.length === 1) return h('strong', parts[0]);
  return h('strong', { class: 'tiles digits' }, parts.flatMap((part, i) => [i > 0 && h('i', ':'), h('span', part)]));
}

/** The picture of a product, which takes its place before it is there. */
export function picture(url, alt = '', eager = false) {
  return h('img', {
    class: 'picture',
    src: url,
    alt,
    width: 400,
    height: 300,
    decoding: 'async',
    loading: eager ? 'eager' : 'lazy',
  });
}

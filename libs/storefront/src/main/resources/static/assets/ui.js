// Small elements that several pages show.

import { h } from 'vue';
import { countdown, moment } from './i18n/format.js';
import { i18n } from './i18n/i18n.js';

const { t, te } = i18n.global;

/** A problem as a sentence for shoppers. */
export function sentence(problem) {
  const key = `problem.${problem.type}`;
  const until = problem.body?.until;
  return t(te(key) ? key : 'problem.internal-error', { n: problem.retryAfter || 1, at: until ? moment(until) : '' });
}

/**
 * A message that a screen reader reads out at once; nothing without a problem. `trying`: the page retries by
 * itself.
 */
export function alert(problem, retry, trying = Boolean(retry)) {
  if (!problem) return null;
  return h('div', { class: 'alert', role: 'alert' }, [
    h('p', trying && problem.type === 'network' ? t('trying') : problem instanceof Error ? sentence(problem) : problem),
    retry && h('button', { type: 'button', class: 'button small', onClick: retry }, t('retry')),
  ]);
}

/** Sets the title of the window, by default to the same text, and returns the heading of the page. */
export function heading(text, attributes = {}, title = text) {
  document.title = `${title} · flash-sale`;
  return h('h1', attributes, text);
}

/** A countdown as tiles for sighted users, and as text for the others. */
export function tiles(ms) {
  const parts = countdown(ms).split(':');
  if (parts.length === 1) return h('strong', parts[0]);
  return h('strong', { class: 'tiles digits' }, parts.flatMap((part, i) => [i > 0 && h('i', ':'), h('span', part)]));
}

/** The picture of a product. It takes its place before it is loaded. */
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

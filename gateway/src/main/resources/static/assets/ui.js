// Small things that several pages show.

import { h } from 'vue';
import { i18n } from './i18n/i18n.js';

const { t, te } = i18n.global;

/** A sentence that a shopper understands. */
export function sentence(problem) {
  const key = `problem.${problem.type}`;
  return t(te(key, 'en') ? key : 'problem.internal-error', { n: problem.retryAfter || 1 });
}

/** A message that a screen reader reads out at once; nothing without a problem. */
export function alert(problem, retry) {
  if (!problem) return null;
  return h('div', { class: 'alert', role: 'alert' }, [
    h('p', problem instanceof Error ? sentence(problem) : problem),
    retry && h('button', { type: 'button', class: 'button small', onClick: retry }, t('retry')),
  ]);
}

/** Sets the title of the window and answers the heading of the page. */
export function heading(text, attributes = {}) {
  document.title = `${text} · flash-sale`;
  return h('h1', attributes, text);
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

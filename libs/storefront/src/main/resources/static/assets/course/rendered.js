// Turns rendered Markdown into nodes of the page: links for the router, explained terms, places to run cases. An
// element that is neither listed nor named below loses its tag, so that no text can bring in a script.

import { computed, h } from 'vue';
import { RouterLink } from 'vue-router';
import { useI18n } from 'vue-i18n';
import { heading } from '../ui.js';
import { CompareHere, RunHere } from './run-here.js';
import { hasRead, progress } from './progress.js';
import { Flowchart, parsedFlow } from './flowchart.js';
import { SequenceDiagram, parsed } from './sequence-diagram.js';
import { Term } from './term.js';

const PLAIN = new Set(['p', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'em', 'strong', 'code', 'br', 'hr', 'thead', 'tbody', 'tr', 'th', 'td', 'details', 'summary']);
const ATTRIBUTES = ['id', 'align', 'start'];

const CHAPTER = /^\/course\/(\d\d[b-z]?-[a-z0-9-]+)$/;

export const Rendered = {
  props: { html: { type: String, required: true } },
  setup(props, { slots }) {
    const { t } = useI18n();
    const body = computed(() => new DOMParser().parseFromString(props.html, 'text/html').body);

    const inside = (element) => [...element.childNodes].map(nodeOf);

    function nodeOf(node, at) {
      if (node.nodeType === Node.TEXT_NODE) return node.textContent;
      if (node.nodeType !== Node.ELEMENT_NODE) return null;
      const tag = node.localName;
      if (own[tag]) return own[tag](node, at);
      return PLAIN.has(tag) ? h(tag, { key: at, ...attributesOf(node) }, inside(node)) : inside(node);
    }

    /** The elements that the pages render themselves. */
    const own = {
      h1: (element) => [heading(element.textContent, attributesOf(element)), slots.default?.()],
      a: (element, at) => linkTo(element.getAttribute('href') ?? '', inside(element), at, t),
      dfn: (element, at) => h(Term, { key: at, explanation: element.title }, () => inside(element)),
      pre: (element, at) => codeOf(element, at, t),
      table: (element, at) => h('div', { key: at, class: 'scroll', tabindex: 0, role: 'region', 'aria-label': t('course.table') }, h('table', inside(element))),
      div(element, at) {
        const { run, compare, sizes } = element.dataset;
        if (run) return h(RunHere, { key: at, subject: run, exercise: element.dataset.in === 'exercise' });
        return compare ? h(CompareHere, { key: at, subjects: compare, sizes }) : null;
      },
    };

    return () => inside(body.value);
  },
};

function attributesOf(element) {
  return Object.fromEntries(ATTRIBUTES.filter((name) => element.hasAttribute(name)).map((name) => [name, element.getAttribute(name)]));
}

function linkTo(address, words, key, t) {
  if (address.startsWith('https://')) return h('a', { key, href: address, rel: 'noopener' }, words);
  if (!address.startsWith('/') && !address.startsWith('#')) return words;
  const chapter = CHAPTER.exec(address)?.[1];
  const to = address.startsWith('#') ? { hash: decodeURIComponent(address) } : address;
  return [
    h(RouterLink, { key, to }, () => words),
    chapter && hasRead(chapter) && h('span', { key: `${key}-read`, class: 'is-read' }, [h('span', { 'aria-hidden': 'true' }, ' ✓'), h('span', { class: 'sr-only' }, ` (${t('course.isRead')})`)]),
  ];
}

/** Code that is too wide scrolls on its own. The output of a run is folded while the reader wants to predict it. */
function codeOf(element, key, t) {
  const text = element.textContent.trimEnd();
  const language = element.firstElementChild?.className.replace('language-', '');
  const diagram = language === 'mermaid' && parsed(text);
  if (diagram) return h(SequenceDiagram, { key, diagram });
  const chart = language === 'mermaid' && parsedFlow(text);
  if (chart) return h(Flowchart, { key, chart });
  const printed = element.previousElementSibling?.dataset.run;
  const code = h('pre', { key, tabindex: 0, role: 'region', 'aria-label': t(printed ? 'course.printedOf' : 'course.code', { subject: printed }), lang: 'en' }, h('code', text));
  return printed && progress.predictFirst ? h('details', { key, class: 'printed' }, [h('summary', t('course.printed')), code]) : code;
}

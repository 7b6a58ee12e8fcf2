// Shows who was in the critical section and when: one line for each holder, red where mutual exclusion was violated. It
// grows during a run. It replays a finished run slowly enough to watch; with reduced motion all of it appears at once.

import { computed, h, onMounted, onUnmounted, ref, useId, watch } from 'vue';
import { useI18n } from 'vue-i18n';
import { holders, length, marks, violations } from './holdings.js';

const NAMED = 16; // beyond this number, holders have thin lines without names
const TALL = 30;
const THIN = 7;
const NAMES = 84;
const AXIS = 22;
const MARK = 62; // space for the number of a mark
const MIN_WIDTH = 1.5; // the least width that is visible
const ROWS = 100;
const MIN_MS = 2500;
const MAX_MS = 6000;

export const Timeline = {
  props: {
    holdings: { type: Array, required: true },
    growing: { type: Boolean, default: false }, // the run still goes on
    label: { type: String, required: true },
  },
  setup(props) {
    const { t, n } = useI18n();
    const id = useId();
    const box = ref(null);
    const width = ref(0);
    const at = ref(Infinity); // how far the replay has come, in milliseconds of the run
    const asTable = ref(false);
    const noMotion = matchMedia('(prefers-reduced-motion: reduce)');
    let frame = 0;
    let observer = null;

    const end = computed(() => Math.max(1, length(props.holdings)));
    const red = computed(() => violations(props.holdings));
    const plan = computed(() => layout(props.holdings, end.value, width.value));

    function play() {
      cancelAnimationFrame(frame);
      if (noMotion.matches || props.holdings.length === 0) {
        at.value = Infinity;
        return;
      }
      const lasts = Math.min(MAX_MS, Math.max(MIN_MS, end.value));
      let began = null;
      at.value = 0;
      const step = (now) => {
        began ??= now;
        const share = (now - began) / lasts;
        at.value = share >= 1 ? Infinity : share * end.value;
        if (share < 1) frame = requestAnimationFrame(step);
      };
      frame = requestAnimationFrame(step);
    }

    onMounted(() => {
      observer = new ResizeObserver(([entry]) => (width.value = Math.floor(entry.contentRect.width)));
      observer.observe(box.value);
      if (!props.growing) play();
    });
    onUnmounted(() => {
      observer?.disconnect();
      cancelAnimationFrame(frame);
    });
    watch(() => props.growing, (growing) => !growing && play());

    return () => {
      const { names, height, scale, lanes } = plan.value;
      const playing = at.value !== Infinity;
      const seen = playing ? scale(at.value) : width.value;
      return h('figure', { class: 'timeline' }, [
        h('figcaption', [
          h('span', { class: 'quiet' }, t('lab.timeline.title')),
          !props.growing && props.holdings.length > 0 && !noMotion.matches &&
            h('button', { type: 'button', class: 'chip', 'aria-disabled': String(playing), onClick: () => playing || play() }, t('lab.timeline.again')),
        ]),
        h('div', { class: 'lanes', ref: box, ...(height > 400 && { tabindex: 0, role: 'region', 'aria-label': props.label }) },
          width.value > 0 && h('svg', { width: width.value, height, viewBox: `0 0 ${width.value} ${height}`, role: 'img', 'aria-label': inWords(props, red.value, t, n) }, [
            h('defs', [
              h('pattern', { id: `${id}-hatch`, width: 6, height: 6, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
                h('rect', { width: 2.5, height: 6, class: 'hatch' })),
              h('clipPath', { id: `${id}-played` }, h('rect', { x: 0, y: 0, width: Math.max(0, seen), height })),
            ]),
            axis(end.value, plan.value, n),
            lanes.map((who, row) => names > 0 && h('text', { key: who, class: 'holder', x: 0, y: row * TALL + TALL / 2 + 4 }, short(who))),
            h('g', { 'clip-path': `url(#${id}-played)` }, h(Holdings, { plan: plan.value, holdings: props.holdings, red: red.value, hatch: `url(#${id}-hatch)` })),
            playing && h('line', { class: 'now', x1: seen, x2: seen, y1: 0, y2: height - AXIS }),
          ])),
        h('ul', { class: 'legend' }, legend(props.holdings, red.value).map((kind) =>
          h('li', { key: kind }, [h('span', { class: ['swatch', kind], 'aria-hidden': 'true' }), t(`lab.timeline.${kind}`)]))),
        names === 0 && lanes.length > 0 && h('p', { class: 'quiet' }, t('lab.timeline.everybody', { n: n(lanes.length) })),
        h('details', { onToggle: (event) => (asTable.value = event.target.open) }, [
          h('summary', t('lab.asTable')),
          asTable.value && table(props, t, n),
        ]),
      ]);
    };
  },
};

/** Redraws only for new data, not at each step of the animation. */
const Holdings = {
  props: { plan: Object, holdings: Array, red: Array, hatch: String },
  setup(props) {
    return () => {
      const { scale, row, thick, height, end } = props.plan;
      const bar = (from, to, who, attributes) => h('rect', {
        x: scale(from), y: row(who), width: Math.max(MIN_WIDTH, scale(to) - scale(from)), height: thick, rx: thick > 10 ? 4 : 1, ...attributes,
      });
      return h('g', [
        props.red.map(({ from, to }, at) => h('rect', { key: `band-${at}`, class: 'band', x: scale(from), y: 0, width: Math.max(MIN_WIDTH, scale(to) - scale(from)), height: height - AXIS })),
        props.holdings.map((holding, at) => bar(holding.fromMillis, holding.toMillis ?? end, holding.who, { key: at, class: ['holding', { shared: holding.shared, unended: holding.toMillis === null }] })),
        props.red.flatMap(({ from, to, holdings }, at) => holdings.flatMap((holding, side) => [
          bar(from, to, holding.who, { key: `red-${at}-${side}`, class: 'violation' }),
          bar(from, to, holding.who, { key: `hatch-${at}-${side}`, fill: props.hatch }),
        ])),
      ]);
    };
  },
};

function layout(holdings, end, width) {
  const lanes = holders(holdings);
  const named = lanes.length <= NAMED;
  const names = named ? NAMES : 0;
  const lane = named ? TALL : THIN;
  const rows = new Map(lanes.map((who, at) => [who, at * lane]));
  const gap = named ? 5 : 1;
  return {
    lanes,
    names,
    end,
    height: Math.max(TALL, lanes.length * lane) + AXIS,
    thick: lane - 2 * gap,
    row: (who) => rows.get(who) + gap,
    scale: (millis) => names + (millis / end) * (width - names - 2),
  };
}

function axis(end, { scale, height }, n) {
  const most = Math.max(1, Math.floor((scale(end) - scale(0)) / MARK));
  return marks(end, Math.min(6, most)).map((millis, at, all) =>
    h('g', { key: millis, class: 'mark' }, [
      h('line', { x1: scale(millis), x2: scale(millis), y1: 0, y2: height - AXIS + 4 }),
      h('text', { x: scale(millis), y: height - 5, 'text-anchor': at === 0 ? 'start' : scale(millis) > scale(end) - MARK / 2 ? 'end' : 'middle' }, at === all.length - 1 ? `${n(millis)} ms` : n(millis)),
    ]));
}

const short = (name) => (name.length > 11 ? `${name.slice(0, 10)}…` : name);

const legend = (holdings, red) => [
  holdings.some((holding) => !holding.shared) && 'alone',
  holdings.some((holding) => holding.shared) && 'shared',
  red.length > 0 && 'violation',
].filter(Boolean);

const MAX_IN_WORDS = 3; // the violations described in words; the table has the others

function inWords({ holdings, growing, label }, red, t, n) {
  const number = (millis) => n(millis, { maximumFractionDigits: 1 });
  const said = [label, t('lab.timeline.words', { holders: n(holders(holdings).length), holdings: n(holdings.length) })];
  said.push(red.length === 0 ? t('lab.timeline.noViolation') : t('lab.timeline.violations', { n: n(red.length) }, red.length));
  for (const { from, to, holdings: [one, other] } of red.slice(0, MAX_IN_WORDS)) {
    said.push(t('lab.timeline.both', { one: one.who, other: other.who, from: number(from), to: number(to) }));
  }
  if (growing) said.push(t('lab.timeline.growing'));
  return said.join(' ');
}

function table({ holdings, label }, t, n) {
  const number = (millis) => (millis === null ? t('lab.timeline.noEnd') : n(millis, { maximumFractionDigits: 1 }));
  const columns = ['who', 'item', 'from', 'to', 'token', 'how'];
  return h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': label },
    h('table', [
      h('thead', h('tr', columns.map((name) => h('th', { key: name, scope: 'col' }, t(`lab.timeline.column.${name}`))))),
      h('tbody', holdings.slice(0, ROWS).map((holding, at) =>
        h('tr', { key: at }, [
          h('th', { scope: 'row' }, holding.who),
          h('td', holding.item),
          h('td', { class: 'digits' }, number(holding.fromMillis)),
          h('td', { class: 'digits' }, number(holding.toMillis)),
          h('td', { class: 'digits' }, holding.token || '–'),
          h('td', t(`lab.timeline.${holding.violating ? 'violation' : holding.shared ? 'shared' : 'alone'}`)),
        ]))),
    ]));
}

// A space-time diagram of a run, step by step: who did what to whom, which client believed that it held a lock, and
// which client the servers had as holder. It grows during a run.

import { computed, h, nextTick, onMounted, onUnmounted, ref, useId, watch } from 'vue';
import { useI18n } from 'vue-i18n';
import { lanesOf, layout, OTHERS, partings, pauses, truthsAt } from './diagram-layout.js';

const COLOURS = 5;
const BAR = 10;
const HEAD = 34;

export const Diagram = {
  props: {
    diagram: { type: Object, required: true },
    growing: { type: Boolean, default: false }, // the run still goes on
    label: { type: String, required: true },
  },
  emits: ['line'], // the source line of the present step; null if there is none
  setup(props, { emit }) {
    const { t, te, n } = useI18n();
    const id = useId();
    const box = ref(null);
    const wide = ref(0);
    const chosen = ref(0);
    let observer = null;

    const last = computed(() => props.diagram.steps.length - 1);
    const at = computed(() => (props.growing ? last.value : Math.min(chosen.value, last.value)));
    const step = computed(() => props.diagram.steps[at.value]);
    const plan = computed(() => layout(props.diagram, wide.value));
    const say = words(t, te, n);

    onMounted(() => {
      // In the next frame: the drawing lengthens the page, whose scroll bar may narrow this box again.
      observer = new ResizeObserver(([entry]) => requestAnimationFrame(() => (wide.value = Math.floor(entry.contentRect.width))));
      observer.observe(box.value);
    });
    onUnmounted(() => {
      observer?.disconnect();
      emit('line', null);
    });
    watch(step, (present) => emit('line', present?.within ?? present?.source ?? null));
    watch([at, () => props.growing], () => nextTick(bringIntoView));

    /** Scrolls the diagram, not the page. */
    function bringIntoView() {
      const y = plan.value.rows[at.value];
      if (y === undefined || !box.value) return;
      const { scrollTop, clientHeight } = box.value;
      if (y < scrollTop + 40) box.value.scrollTop = y - 40;
      else if (y + HEAD + 60 > scrollTop + clientHeight) box.value.scrollTop = y + HEAD + 60 - clientHeight;
    }

    function go(to) {
      if (!props.growing) chosen.value = Math.max(0, Math.min(last.value, to));
    }

    const KEYS = { ArrowDown: () => at.value + 1, ArrowRight: () => at.value + 1, ArrowUp: () => at.value - 1, ArrowLeft: () => at.value - 1, Home: () => 0, End: () => last.value };
    function press(event) {
      const to = !event.altKey && !event.ctrlKey && !event.metaKey && KEYS[event.key];
      if (!to) return;
      event.preventDefault();
      go(to());
    }

    const button = (name, to, possible) => h('button', {
      type: 'button', class: 'chip', 'aria-disabled': String(!possible), onClick: () => possible && go(to),
    }, t(`lab.diagram.${name}`));

    const controls = (parted) => h('div', { class: 'steps-bar', role: 'group', 'aria-label': t('lab.diagram.controls') }, [
      button('first', 0, at.value > 0),
      button('back', at.value - 1, at.value > 0),
      button('next', at.value + 1, at.value < last.value),
      button('last', last.value, at.value < last.value),
      parted >= 0 && button('toParting', parted, at.value !== parted),
      h('span', { class: 'quiet' }, t('lab.diagram.keys')),
    ]);

    return () => {
      const { diagram, growing, label } = props;
      const parted = diagram.steps.findIndex((one) => one.kind === 'parted');
      return h('figure', { class: 'diagram', onKeydown: growing ? undefined : press }, [
        h('figcaption', h('span', { class: 'quiet' }, t(isAboutLocks(diagram) ? 'lab.diagram.title' : 'lab.diagram.withoutLocks'))),
        !growing && controls(parted),
        h('div', { class: 'space-time', ref: box, tabindex: 0, role: 'region', 'aria-label': `${label} ${t('lab.diagram.region')}` }, wide.value > 0 && [
          heads(plan.value, say),
          h(Drawing, { diagram, plan: plan.value, growing, id, label: `${label} ${t('lab.diagram.words', { steps: n(diagram.steps.length), lanes: n(diagram.lanes.length) })}`, say, onChoose: go }),
          h('div', { class: 'present-row', 'aria-hidden': 'true', style: { top: `${HEAD + (plan.value.rows[at.value] ?? 0) - 13}px`, width: `${plan.value.width}px` } }),
        ]),
        h('ul', { class: 'legend' }, legend(diagram).map((kind) =>
          h('li', { key: kind }, [h('span', { class: ['swatch', kind], 'aria-hidden': 'true' }), t(`lab.diagram.legend.${kind}`)]))),
        step.value && moment(diagram, step.value, at.value, growing, t, n, say),
        diagram.omitted > 0 && h('p', { class: 'quiet' }, t('lab.diagram.omitted', { n: n(diagram.omitted) })),
        h('details', [
          h('summary', t('lab.diagram.asText')),
          h('ol', { class: 'all-steps' }, diagram.steps.map((one, index) =>
            h('li', { key: index, class: one.kind, 'aria-current': index === at.value ? 'step' : undefined }, [
              h('span', { class: 'digits quiet' }, `${say.millis(one.at)} `), say.step(one),
            ]))),
        ]),
      ]);
    };
  },
};

/** Redraws only for new data, not at each selection of a step. */
const Drawing = {
  props: { diagram: Object, plan: Object, growing: Boolean, id: String, label: String, say: Object },
  emits: ['choose'],
  setup(props, { emit }) {
    return () => {
      const { diagram, plan, id, say } = props;
      const colour = colours(diagram);
      const hatch = `url(#${id}-untrue)`;
      return h('svg', { width: plan.width, height: plan.height, viewBox: `0 0 ${plan.width} ${plan.height}`, role: 'img', 'aria-label': props.label }, [
        h('defs', [
          h('pattern', { id: `${id}-untrue`, width: 6, height: 6, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' }, h('rect', { width: 2.5, height: 6, class: 'hatch' })),
          h('marker', { id: `${id}-tip`, viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: 'auto-start-reverse' }, h('path', { d: 'M0 0 8 4 0 8z', class: 'tip' })),
        ]),
        plan.lanes.map((lane) => h('line', { key: `life-${lane.id}`, class: ['life', lane.kind], x1: plan.x(lane.id), x2: plan.x(lane.id), y1: 0, y2: endOf(lane, diagram, plan) })),
        pauses(diagram).flatMap((pause) => lanesOf(pause.who, diagram.lanes).map((lane) => plan.x(lane) !== undefined &&
          h('line', { key: `pause-${lane}-${pause.from}`, class: 'pause', x1: plan.x(lane), x2: plan.x(lane), y1: plan.y(pause.from), y2: plan.y(pause.to) }))),
        diagram.believed.map((one, at) => bar(plan, one, `believed-${at}`, ['believed', `colour-${colour(one.lane)}`])),
        diagram.held.map((one, at) => bar(plan, one, `held-${at}`, ['held', one.by ? `colour-${colour(one.by)}` : 'unknown'])),
        diagram.held.filter((one, at) => one.by && !diagram.held.slice(0, at).some((other) => other.lane === one.lane && other.by === one.by && other.to === one.from)).map((one, at) =>
          h('text', { key: `name-${at}`, class: 'whose', x: plan.x(one.lane) + BAR, y: (plan.y(one.from) + plan.y(one.to)) / 2 + 4 }, one.by)),
        partings(diagram).flatMap((one, at) => [
          bar(plan, one, `untrue-${at}`, ['untrue']),
          bar(plan, one, `hatch-${at}`, [], { fill: hatch }),
        ]),
        diagram.steps.map((one, at) => h('g', { key: `step-${at}`, class: ['step', one.kind], onClick: () => emit('choose', at) }, [
          h('rect', { class: 'touch', x: 0, y: plan.rows[at] - 13, width: plan.width, height: 26 }),
          h('text', { class: 'when', x: 4, y: plan.rows[at] + 4 }, say.millis(one.at)),
          one.kind === 'command' && plan.x(one.to) !== undefined ? arrow(plan, one, at, say, id) : marks(plan, diagram, one, at, say),
        ])),
      ]);
    };
  },
};

function bar(plan, one, key, classes, attributes = {}) {
  const x = plan.x(one.lane);
  if (x === undefined) return null;
  const from = plan.y(one.from);
  return h('rect', { key, class: ['bar', ...classes], x: x - BAR / 2, y: from, width: BAR, height: Math.max(3, plan.y(one.to) - from), rx: 3, ...attributes });
}

/** The way there, and the way back with the answer. When exactly the server acted is unknown. */
function arrow(plan, step, at, say, id) {
  const from = plan.x(step.lane);
  const to = plan.x(step.to);
  const start = plan.rows[at];
  const end = step.times > 1 ? start + 12 : Math.max(start + 12, plan.y(step.until));
  const middle = (start + end) / 2;
  const side = to > from ? 1 : -1;
  const half = { x: from + side * Math.min(Math.abs(to - from) / 2, plan.gap * .5), anchor: 'middle' };
  return [
    h('line', { class: 'there', x1: from, y1: start, x2: to - side * 6, y2: middle, 'marker-end': `url(#${id}-tip)` }),
    h('line', { class: ['back', { refused: isRefused(step) }], x1: to - side * 6, y1: middle, x2: from + side * 6, y2: end, 'marker-end': `url(#${id}-tip)` }),
    h('text', { class: 'said', x: half.x, y: start - 2, 'text-anchor': half.anchor }, say.inShort(step)),
  ];
}

/** A read is never refused: there, 0 is a value. */
function isRefused({ text, answer }) {
  if (answer.includes('Exception')) return true;
  if (text.includes('lock/leave')) return answer === '-1';
  if (text.includes('lock/take-or-time-left')) return answer !== '-1'; // except the time left of another's lease
  return !text.startsWith('GET ') && ['nil', '0', 'false', 'refused', '0 rows'].includes(answer);
}

function marks(plan, diagram, step, at, say) {
  const y = plan.rows[at];
  return lanesOf(step.lane, diagram.lanes).map((lane, index) => {
    const x = plan.x(lane);
    if (x === undefined) return null;
    return h('g', { key: lane, class: 'mark-of' }, [
      step.kind === 'killed'
        ? h('path', { class: 'cross', d: `M${x - 7} ${y - 7} ${x + 7} ${y + 7}M${x + 7} ${y - 7} ${x - 7} ${y + 7}` })
        : h('circle', { cx: x, cy: y, r: 4 }),
      index === 0 && h('text', { class: 'said', x: x + 9, y: y + 4 }, say.mark(step)),
    ]);
  });
}

function heads(plan, say) {
  return h('svg', { class: 'heads', width: plan.width, height: HEAD, viewBox: `0 0 ${plan.width} ${HEAD}`, 'aria-hidden': 'true' }, plan.lanes.map((lane) => [
    h('text', { key: lane.id, class: 'lane', x: plan.x(lane.id), y: 14, 'text-anchor': 'middle' }, short(lane.id === OTHERS ? say.others(lane.number) : say.lane(lane.id), plan.gap)),
    h('text', { key: `${lane.id}-in`, class: 'lane-in', x: plan.x(lane.id), y: 28, 'text-anchor': 'middle' }, lane.process > 0 ? short(say.process(lane.process), plan.gap * 1.3) : ''),
  ]));
}

const short = (text, room) => (text.length * 7 > room ? `${text.slice(0, Math.max(3, Math.floor(room / 7) - 1))}…` : text);

function endOf(lane, diagram, plan) {
  const killed = diagram.steps.findLastIndex((step) => step.kind === 'killed' && lanesOf(step.lane, diagram.lanes).includes(lane.id));
  const started = diagram.steps.findLastIndex((step) => step.kind === 'started' && step.lane === lane.id);
  return killed > started ? plan.rows[killed] : plan.height;
}

function colours(diagram) {
  const clients = diagram.lanes.filter((lane) => lane.kind === 'client').map((lane) => lane.id);
  return (client) => Math.max(0, clients.indexOf(client)) % COLOURS;
}

/** A scheme without a lock has nothing to hold, or to believe in. */
const isAboutLocks = (diagram) => diagram.believed.length > 0 || diagram.held.length > 0;

const legend = (diagram) => [
  diagram.believed.length > 0 && 'believed',
  diagram.held.length > 0 && 'held',
  diagram.steps.some((step) => step.kind === 'parted') && 'untrue',
  diagram.steps.some((step) => step.kind === 'paused') && 'pause',
].filter(Boolean);

/** The present step in words, its line, and both truths at its end. */
function moment(diagram, step, at, growing, t, n, say) {
  const time = step.times > 1 ? step.at : step.until;
  const { held, believed, gone, still } = truthsAt(diagram, time);
  const line = step.source;
  const clients = diagram.lanes.filter((lane) => lane.kind === 'client');
  const shown = clients.length > 12 ? clients.filter((lane) => lane.id === step.lane || believed.some((one) => one.lane === lane.id)) : clients;
  const untrue = new Set(partings(diagram).filter((one) => one.from <= time && (one.to === null || one.to > time)).map((one) => one.lane));
  return h('div', { class: ['moment', { apart: untrue.size > 0 || ['parted', 'left-behind'].includes(step.kind) }] }, [
    h('p', { class: 'what', role: growing ? undefined : 'status' }, [
      h('strong', t('lab.diagram.at', { step: n(at + 1), of: n(diagram.steps.length), ms: say.millis(step.at) })), ' ', say.step(step),
    ]),
    line && h('p', { class: 'line-of' }, [h('span', { class: 'quiet' }, `${line.file}:${line.line} `), h('code', { lang: 'en' }, line.text)]),
    isAboutLocks(diagram) && h('div', { class: 'truths' }, [
      h('section', [
        h('h4', t('lab.diagram.serverHolds')),
        h('ul', held.length === 0
          ? h('li', diagram.held.length === 0 ? t('lab.diagram.notSeen') : t('lab.diagram.nobody'))
          : held.map((one) => h('li', { key: one.lane + one.lock }, say.held(one, time, step.kind === 'expired')))),
      ]),
      h('section', [
        h('h4', t('lab.diagram.clientBelieves')),
        h('ul', shown.map((lane) => {
          const belief = believed.find((one) => one.lane === lane.id);
          return h('li', { key: lane.id, class: { untrue: untrue.has(lane.id) } }, [
            h('strong', lane.id), ' ',
            gone.has(lane.id) ? t('lab.diagram.dead') : belief ? say.believed(belief) : t('lab.diagram.believesNothing'),
            untrue.has(lane.id) && ` · ${t('lab.diagram.untrue')}`,
            still.has(lane.id) && ` · ${t('lab.diagram.standsStill')}`,
          ]);
        })),
      ]),
    ]),
  ]);
}

/** Names of lanes, steps and truths in the reader's language. Commands stay unchanged. */
function words(t, te, n) {
  const millis = (value) => `${n(value, { maximumFractionDigits: value < 100 ? 1 : 0 })} ms`;
  const lane = (id) => (te(`lab.diagram.lane.${id}`) ? t(`lab.diagram.lane.${id}`) : id.startsWith('process-') ? t('lab.diagram.process', { n: id.slice(8) }) : id.startsWith('monitor-') ? t('lab.diagram.monitor', { n: id.slice(8) }) : id);
  const token = (one) => (one.token ? ` · ${t('lab.diagram.token', { n: one.token })}` : '');
  return {
    millis,
    lane,
    process: (number) => t('lab.diagram.process', { n: number }),
    others: (number) => t('lab.diagram.others', { n: n(number) }),
    step(one) {
      const kind = one.kind === 'parted' && one.answer.includes('/') ? 'minority' : one.kind;
      const said = t(`lab.diagram.step.${kind}`, { who: lane(one.lane), to: lane(one.to), text: one.text, answer: one.answer || (one.kind === 'parted' ? t('lab.diagram.nobodyElse') : '–') });
      return one.times > 1 ? `${said} ${t('lab.diagram.times', { n: n(one.times), ms: millis(one.until) })}` : said;
    },
    mark: (one) => (one.kind === 'begins' ? one.text : one.kind === 'ends' ? one.answer.split(' ')[0] : one.kind === 'connection' ? one.text : one.kind === 'command' ? t('lab.diagram.short', { text: verb(one.text), answer: brief(one.answer, t) }) : t(`lab.diagram.mark.${one.kind}`)),
    inShort: (one) => t('lab.diagram.short', { text: verb(one.text), answer: brief(one.answer, t) }) + (one.times > 1 ? ` ×${n(one.times)}` : ''),
    held: (one, time) => [
      h('strong', lane(one.lane)), ` ${t('lab.diagram.heldFor', { lock: one.lock, who: one.by ?? '?' })}`,
      one.owner && ` · ${t('lab.diagram.owner', { owner: one.owner.length > 24 ? `${one.owner.slice(0, 23)}…` : one.owner })}`,
      one.endsAt === null ? '' : ` · ${t('lab.diagram.left', { ms: millis(Math.max(0, one.endsAt - time)) })}`,
      token(one),
    ],
    believed: (one) => `${t(one.shared ? 'lab.diagram.believesShared' : 'lab.diagram.believes', { lock: one.lock, ms: millis(one.from) })}${token(one)}`,
  };
}

/** The script of `EVALSHA lock/release …`, the first words of SQL, the call of a library lock. */
function verb(text) {
  const all = text.split(' ');
  if (all[0] === 'EVALSHA') return all[1].split('/').pop();
  if (['UPDATE', 'INSERT', 'SELECT', 'DELETE'].includes(all[0])) return text.endsWith('FOR UPDATE') ? 'SELECT … FOR UPDATE' : all[0];
  const asked = /\b(tryLock|unlock|lock|isHeldByCurrentThread)\(/.exec(text);
  if (asked) return asked[1];
  return all[0] === 'SET' && text.startsWith('SET stock:') ? `SET ${all[2]}` : all[0] === 'SET' && all.includes('NX') ? 'SET NX' : all[0];
}

const brief = (answer, t) => (answer.includes('Exception: ') ? t('lab.diagram.fault') : shortened(answer));

const shortened = (answer) => (answer === '' ? '–' : answer.length > 14 ? `${answer.slice(0, 13)}…` : answer);

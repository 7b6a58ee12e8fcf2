// Break it yourself, in the demo only: what can be broken, what to expect, what is broken now, and the button that
// heals.

import { computed, h, ref } from 'vue';
import { useI18n } from 'vue-i18n';
import { get, post } from '../api.js';
import { useRefreshing } from '../refreshing.js';
import { alert } from '../ui.js';
import { changeable } from './problem.js';

const POLL_MS = 1000;
const SHOWN = 6;
const GROUPS = ['servers', 'services', 'lines'];
const SERVERS = ['redis', 'redis-node', 'sentinel', 'kafka', 'database'];

/** Further reading: a document of the project, and the heading to look for. */
const CRASH_POINTS = ['failures', 'Crash points'];
const REBUILD = ['rebuild', 'Redis loss and rebuild'];
const SEVERAL = ['several-instances', 'Several instances'];
const READING = {
  redis: { KILL: REBUILD, PAUSE: CRASH_POINTS, WIPE: ['failures', 'What looks like a loss'], FAIL_OVER: ['07-more-than-one-redis'] },
  'redis-node': { KILL: ['07-more-than-one-redis'], PAUSE: ['07-more-than-one-redis'] },
  sentinel: { KILL: ['07-more-than-one-redis'], PAUSE: ['07-more-than-one-redis'] },
  'stock-service': { KILL: CRASH_POINTS, PAUSE: SEVERAL },
  gateway: { KILL: CRASH_POINTS, PAUSE: SEVERAL },
  'order-service': { KILL: ['10-the-whole-path'], PAUSE: ['12-why-a-lock'] },
  'line-to-database': { CUT: ['09-the-database'] },
  'line-to-stock-service': { CUT: SEVERAL },
  'line-to-order-service': { CUT_ANSWERS: ['10-the-whole-path'] },
};

const isLasting = (fault) => fault.state === 'BROKEN' || fault.state === 'HEALING';

function groupOf(part) {
  if (part.startsWith('line-')) return 'lines';
  return SERVERS.includes(part) ? 'servers' : 'services';
}

/**
 * What can be broken and what was, while the page is open. `view` is null where nothing can be broken: outside the
 * demo.
 */
export function useFaults(isAllowed) {
  const view = ref(null);
  const refresh = useRefreshing(POLL_MS, async () => {
    if (!isAllowed()) return false;
    try {
      view.value = await get('/api/admin/faults');
    } catch (failure) {
      // After breaking the gateway, the page gets no answers for a while.
      if (failure.status === 404) return false;
    }
    return true;
  });
  return { view, refresh };
}

export const FaultPanel = {
  props: { view: { type: Object, required: true } },
  emits: ['changed'],
  setup(props, { emit }) {
    const { t, locale } = useI18n();
    const chosen = ref(null);
    const kind = ref(null);
    const problem = ref(null);
    const sending = ref(false);

    const target = computed(() => props.view.targets.find((one) => one.name === chosen.value) ?? props.view.targets[0]);
    const fault = computed(() => (target.value?.faults.includes(kind.value) ? kind.value : target.value?.faults[0]));
    const lasting = computed(() => props.view.faults.filter(isLasting));

    async function attempt(action) {
      if (sending.value) return;
      sending.value = true;
      problem.value = null;
      try {
        await action();
      } catch (refusal) {
        problem.value = refusal;
      } finally {
        sending.value = false;
        emit('changed');
      }
    }

    const breakIt = () => attempt(() => post('/api/admin/faults', { target: target.value.name, fault: fault.value }));
    const heal = () => attempt(() => post('/api/admin/faults/heal'));

    const select = () =>
      h('div', { class: 'field' }, [
        h('label', { for: 'fault-target' }, t('control.fault.target')),
        h('select', { id: 'fault-target', onChange: (event) => (chosen.value = event.target.value) },
          GROUPS.map((group) => [group, props.view.targets.filter((one) => groupOf(one.part) === group)])
            .filter(([, targets]) => targets.length > 0)
            .map(([group, targets]) =>
              h('optgroup', { key: group, label: t(`control.fault.group.${group}`) }, targets.map((one) =>
                h('option', { key: one.name, value: one.name, selected: one.name === target.value.name }, one.name))))),
      ]);

    const kinds = () =>
      h('fieldset', { class: 'choices' }, [
        h('legend', t('control.fault.how')),
        target.value.faults.map((name) =>
          h('label', { key: name }, [
            h('input', { type: 'radio', name: 'fault', checked: fault.value === name, onChange: () => (kind.value = name) }),
            t(`control.fault.kind.${name}`),
          ])),
      ]);

    return () =>
      h('section', { class: 'card faults', 'aria-labelledby': 'faults-title' }, [
        h('h2', { id: 'faults-title' }, t('control.fault.title')),
        h('p', { class: 'quiet' }, t('control.fault.explain')),
        h('form', { onSubmit: (event) => (event.preventDefault(), breakIt()) }, [
          select(),
          kinds(),
          expectation(target.value, fault.value, t, locale.value),
          h('div', { class: 'actions' }, [
            h('button', { class: 'button primary', disabled: sending.value }, t('control.fault.break')),
            h('button', { type: 'button', class: 'button good', disabled: sending.value || lasting.value.length === 0, onClick: heal }, t('control.fault.heal')),
          ]),
        ]),
        alert(problem.value && changeable(problem.value)),
        h('p', { role: 'status', class: 'summary' }, summary(lasting.value, t)),
        injected(props.view.faults.slice(0, SHOWN), t),
      ]);
  },
};

function expectation(target, fault, t, locale) {
  const [document, words] = READING[target.part]?.[fault] ?? CRASH_POINTS;
  const heading = words ? `#:~:text=${encodeURIComponent(words)}` : '';
  const language = locale === 'zh' ? '?language=zh' : '';
  return h('p', { class: 'expect', 'aria-live': 'polite' }, [
    t(`control.fault.expect.${target.part}.${fault}`),
    ' ',
    target.healsAfterSeconds && t('control.fault.healsAfter', { n: target.healsAfterSeconds }),
    ' ',
    h('a', { href: `/api/admin/faults/reading/${document}${language}${heading}`, target: '_blank', rel: 'noopener' },
      t('control.fault.read', { document: t(`control.fault.document.${document}`, { heading: words }) })),
  ]);
}

function summary(lasting, t) {
  if (lasting.length === 0) return t('control.fault.whole');
  return lasting.map((fault) => `${named(fault, t)}: ${t(`control.fault.state.${fault.state}`)}`).join(' · ');
}

/** Such as “redis (redis-2): hangs”. */
export function named(fault, t) {
  const which = fault.broken === fault.target ? fault.target : `${fault.target} (${fault.broken})`;
  return `${which} ${t(`control.fault.done.${fault.fault}`)}`;
}

const clock = (time) => new Date(time).toLocaleTimeString();

function injected(faults, t) {
  return faults.length > 0 && h('ol', { class: 'injected', 'aria-label': t('control.fault.injected') }, faults.map((fault) =>
    h('li', { key: fault.id, class: fault.state }, [
      h('span', { class: 'digits' }, fault.until && fault.until !== fault.since && clock(fault.until) !== clock(fault.since) ? `${clock(fault.since)} – ${clock(fault.until)}` : clock(fault.since)),
      ' ',
      named(fault, t),
      ' ',
      h('span', { class: 'quiet' }, t(`control.fault.state.${fault.state}`)),
    ])));
}

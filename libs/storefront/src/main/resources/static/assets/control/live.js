// One sale live: numbers, charts, invariants as lights, and a crowd to send.

import { computed, h, onMounted, onUnmounted, ref, shallowRef } from 'vue';
import { RouterLink, useRoute } from 'vue-router';
import { useI18n } from 'vue-i18n';
import { session } from '../account/session.js';
import { get } from '../api.js';
import { useServerNow } from '../clock.js';
import { followEvents } from '../event-stream.js';
import { useRefreshing } from '../refreshing.js';
import { stateAt, titleOf } from '../shop/stock.js';
import { alert, heading } from '../ui.js';
import { LiveChart } from './chart.js';
import { forbidden } from './control.js';
import { CrowdPanel } from './crowd-panel.js';
import { EntryFigures } from './entry-panel.js';
import { EntryRefusals } from './entry-refusals.js';
import { FaultPanel, named, useFaults } from './faults.js';
import { lights } from './lights.js';
import { SaleActions } from './sale-actions.js';

export const messages = new URL('./messages', import.meta.url);
export const styles = new URL('./control.css', import.meta.url);

const REFRESH_MS = 3000;
const MARKED_MS = 120_000; // the time span of the charts
// In the chart from the start. Most sales never have the other reasons, which appear when they first occur.
const REASONS = ['accepted', 'sold-out', 'already-purchased', 'sale-not-open', 'sale-ended', 'sale-warming-up', 'queue-unavailable', 'rate-limited'];
const CLICKS = ['accepted', 'refused', 'undecided'];
const LEVELS = ['redisRemaining', 'available', 'ordersTotal'];

export default {
  setup() {
    const { t, n } = useI18n();
    const route = useRoute();
    const now = useServerNow();
    const saleId = route.params.id;
    const sale = ref(null);
    const problem = ref(null);
    const snapshot = shallowRef(null);
    const history = shallowRef([]);
    const reasons = shallowRef(REASONS); // the reasons in the chart
    const connected = ref(false);
    const isAdmin = () => session.value?.role === 'ADMIN';
    const crowd = shallowRef(null);
    const faults = useFaults(isAdmin);
    let stop = () => {};

    const refresh = useRefreshing(REFRESH_MS, async () => {
      if (!isAdmin()) return false;
      try {
        sale.value = await get(`/api/sales/${saleId}`);
        problem.value = null;
      } catch (failure) {
        problem.value = failure;
      }
    });

    function followSnapshots() {
      const snapshotArrived = (next) => {
        connected.value = true;
        snapshot.value = next;
        history.value = [...history.value, next].slice(-240);
        const seen = Object.keys(next.perSecond).filter((reason) => !reasons.value.includes(reason) && next.perSecond[reason] > 0);
        if (seen.length > 0) reasons.value = [...reasons.value, ...seen];
      };
      return followEvents(`/api/lab/live/${saleId}`, { snapshot: snapshotArrived }, {
        onBroken: () => (connected.value = false),
        ask: '/api/session', // detects the end of the session, which the stream does not report
        askEveryMs: REFRESH_MS,
        hidden: 'open', // keeps the charts free of gaps while another tab is in front
      });
    }

    onMounted(() => {
      if (isAdmin()) stop = followSnapshots();
    });
    onUnmounted(() => stop());

    const marks = computed(() => marksOf(faults.view.value?.faults ?? [], t));
    const state = computed(() => sale.value && stateAt(sale.value, now()));

    return () => {
      if (!isAdmin()) return forbidden(t);
      const present = snapshot.value;
      return h('div', { class: 'control live' }, [
        h('p', h(RouterLink, { to: '/control' }, () => `← ${t('control.title')}`)),
        alert(problem.value, refresh),
        sale.value && [
          h('div', { class: 'title-row' }, [
            heading(titleOf(sale.value)),
            h('p', { class: 'how' }, [
              h('span', { class: ['state', state.value] }, t(`control.state.${state.value}`)),
              h('span', { class: ['link', connected.value ? 'on' : 'off'], role: 'status' }, t(connected.value ? 'control.live.connected' : 'control.live.connecting')),
            ]),
          ]),
          h(SaleActions, { sale: sale.value, state: state.value, onChanged: refresh }),
        ],
        numbers(present, t, n),
        sale.value && (sale.value.entry?.mode ?? 'OPEN') !== 'OPEN' && h(EntryFigures, { sale: sale.value }),
        h('div', { class: 'charts' }, [
          h(LiveChart, { key: reasons.value.join(), kind: 'rates', history: history.value, series: reasons.value, value: (one, name) => one.perSecond[name], marks: marks.value }),
          h(LiveChart, { kind: 'levels', history: history.value, series: LEVELS, value: (one, name) => one[name], marks: marks.value }),
          crowd.value?.seconds.length > 0 &&
            h(LiveChart, { key: crowd.value.id, kind: 'clicks', history: crowd.value.seconds, now: present && !crowd.value.endedAt ? Date.parse(present.at) / 1000 : 0, series: CLICKS, value: (one, name) => one[name], marks: marks.value }),
        ]),
        h('div', { class: 'below' }, [
          h('div', { class: 'stack' }, [
            lights(present, t),
            faults.view.value?.targets.length > 0 && h(FaultPanel, { view: faults.view.value, onChanged: faults.refresh }),
          ]),
          sale.value && h(CrowdPanel, { saleId, state: state.value, onCrowd: (news) => (crowd.value = news) }),
        ]),
        sale.value && h(EntryRefusals, { sale: sale.value }),
        h(RouterLink, { class: 'quiet', to: `/sales/${saleId}` }, () => t('control.live.toShop')),
      ]);
    };
  },
};

function numbers(present, t, n) {
  const total = present && sum(Object.values(present.perSecond));
  const waiting = present && sum([present.outboxLength, present.kafkaLag, present.releaseOutboxLength]);
  const cell = (name, value, note) =>
    h('div', { key: name, class: ['number', name] }, [
      h('dt', t(`control.live.${name}`)),
      h('dd', [
        h('strong', { class: 'digits' }, value === null || value === undefined ? '–' : n(value, { maximumFractionDigits: 0 })),
        h('span', { class: 'quiet digits' }, note ?? ''),
      ]),
    ]);
  const queues = present && ['outboxLength', 'kafkaLag', 'releaseOutboxLength'].map((name) => `${t(`control.live.${name}`)} ${present[name] ?? '–'}`).join(' · ');
  const units = present && present.initialStock !== null ? present.initialStock + present.addedStock : null;
  return h('dl', { class: 'numbers' }, [
    cell('answersASecond', total, present && t('control.live.acceptedASecond', { n: n(present.perSecond.accepted ?? 0, { maximumFractionDigits: 0 }) })),
    cell('redisRemaining', present?.redisRemaining, redisNote(present, units, t)),
    cell('available', present?.available, units === null ? '' : t('control.live.of', { n: units })),
    cell('ordersTotal', present?.ordersTotal, present?.orders && Object.entries(present.orders).map(([status, count]) => `${t(`control.order.${status}`)} ${count}`).join(' · ')),
    cell('waiting', waiting, queues),
  ]);
}

function redisNote(present, units, t) {
  if (present?.redisState && present.redisState !== 'WARM') return t(`control.live.redis.${present.redisState}`);
  return units === null ? '' : t('control.live.of', { n: units });
}

/** Marks for the charts, newest first. */
function marksOf(faults, t) {
  const shown = faults.filter((fault) => !fault.until || Date.parse(fault.until) > Date.now() - MARKED_MS);
  return shown.map((fault) => ({
    from: Date.parse(fault.since) / 1000,
    to: fault.until && Date.parse(fault.until) / 1000,
    text: named(fault, t),
  }));
}

/** Null if nothing is known. */
function sum(values) {
  const known = values.filter((value) => value !== null && value !== undefined);
  return known.length === 0 ? null : known.reduce((one, other) => one + other, 0);
}

// The journey of a click: each stop with its duration, what it wrote, and the file of the project that does it.

import { h, ref } from 'vue';
import { RouterLink, useRoute } from 'vue-router';
import { useI18n } from 'vue-i18n';
import { get } from '../api.js';
import { exactTime } from '../i18n/format.js';
import { isPresent } from '../parts.js';
import { useRefreshing } from '../refreshing.js';
import { alert, heading } from '../ui.js';

export const messages = [new URL('./messages', import.meta.url), new URL('./journey-messages', import.meta.url)];
export const styles = new URL('./journey.css', import.meta.url);

const EVERY_MS = 2000;

/** After these nothing more is expected, unless money comes late. */
const ENDED = ['PAID', 'CLOSED', 'REJECTED', 'REFUNDED'];

/** Stops are stored in the background, a moment later, so the first look may find none yet. */
const LOOKS_FOR_A_CLICK = 5;

/** The longest that they take, including the difference between clocks. */
const SOON_MS = 60_000;

export default {
  setup() {
    const { t } = useI18n();
    const { params } = useRoute();
    const ofOrder = params.id !== undefined;
    const journey = ref(null);
    const problem = ref(null);
    let looks = 0;

    const load = useRefreshing(EVERY_MS, async () => {
      looks++;
      try {
        journey.value = await get(ofOrder ? `/api/orders/${params.id}/journey` : `/api/clicks/${params.traceId}/journey`);
        problem.value = null;
      } catch (failure) {
        const soon = failure.type === 'journey-not-found' && looks < LOOKS_FOR_A_CLICK;
        problem.value = soon ? null : failure;
        return soon || failure.undecided || failure.status >= 500;
      }
      return ofOrder && !isComplete(journey.value, looks) || !ofOrder && looks < LOOKS_FOR_A_CLICK;
    });

    return () => h('div', { class: 'journey-page' }, [
      h('p', ofOrder
        ? h(RouterLink, { to: `/orders/${params.id}` }, () => `← ${t('orders.number', { id: params.id })}`)
        : h(RouterLink, { to: '/' }, () => `← ${t('journey.toShop')}`)),
      heading(t(ofOrder ? 'journey.title' : 'journey.titleOfClick')),
      h('p', { class: 'quiet' }, t('journey.lead')),
      alert(problem.value, load),
      journey.value ? drawn(journey.value, t) : !problem.value && h('p', { role: 'status', 'aria-busy': 'true' }, t('loading')),
    ]);
  },
};

/** Whether no more looks are needed: the order has ended, and its click is known as far as it will be. */
function isComplete({ traceId, status, stops, missing }, looks) {
  const enough = traceId && stops.length === 0 || missing.length > 0 ? LOOKS_FOR_A_CLICK : 2;
  return ENDED.includes(status) && looks >= enough;
}

function drawn(journey, t) {
  const { traceId, status, stops, rows, missing } = journey;
  return [
    status === 'QUEUED' && h('p', { role: 'status' }, t('journey.queued')),
    missing.length > 0 && h('p', { class: 'alert', role: 'alert' }, t('journey.missing')),
    stops.length > 0 && way(stops, t),
    stops.length === 0 && status !== 'QUEUED' && !missing.includes('stops') && h('p', { class: 'quiet' }, t(`journey.${whyNoStops(journey)}`)),
    rows.length > 0 && tables(rows, t),
    traceId && h('p', { class: 'quiet small-print' }, [t('journey.trace'), ' ', h('code', traceId)]),
  ];
}

/** Decided by the order's age: stops are stored within a second, and kept for a day. */
function whyNoStops({ traceId, createdAt, serverTime }) {
  return !traceId ? 'notFollowed' : Date.parse(serverTime) - Date.parse(createdAt) < SOON_MS ? 'notYet' : 'gone';
}

/** Only the stops of the purchase itself share one time scale; with those of minutes later it would be unreadable. */
function way(stops, t) {
  const begin = Date.parse(stops[0].at) + fraction(stops[0].at);
  const placed = stops.map((stop) => ({ ...stop, from: Date.parse(stop.at) + fraction(stop.at) - begin, took: stop.micros / 1000 }));
  const sale = placed.filter((stop) => !LATER.includes(stop.stop));
  const length = Math.max(1, ...sale.map((stop) => stop.from + stop.took));
  return h('ol', { class: 'journey' }, placed.map((stop) => h('li', { key: `${stop.stop}-${stop.at}`, class: ['card', 'stop', stop.stop] }, [
    h('div', { class: 'head' }, [
      h('h2', t(`journey.stop.${stop.stop}`)),
      h('p', { class: 'quiet digits' }, t('journey.when', { from: milliseconds(stop.from, t), took: milliseconds(stop.took, t) })),
    ]),
    !LATER.includes(stop.stop) && h('div', { class: 'track', 'aria-hidden': 'true' }, h('span', {
      style: { left: `${Math.max(0, 100 * stop.from / length)}%`, width: `${Math.max(0.6, 100 * stop.took / length)}%` },
    })),
    h('p', t(`journey.what.${stop.stop}`)),
    wrote(stop),
    h('p', { class: 'quiet small-print' }, [
      stop.service, ' · ', exactTime(stop.at),
      stop.file && [' · ', fileOf(stop.file)],
    ]),
  ])));
}

/** The lock lab shows the files of the project. */
const fileOf = (file) => (isPresent('LOCK_LAB')
  ? h(RouterLink, { to: `/course/files/${file}`, class: 'path' }, () => file)
  : h('span', { class: 'path' }, file));

const LATER = ['PAYMENT', 'CLOSING', 'RELEASE', 'REFUND'];

/** The microseconds, which Date.parse drops. */
const fraction = (iso) => Number(`0.${/\.\d{3}(\d+)Z$/.exec(iso)?.[1] ?? 0}`);

function milliseconds(ms, t) {
  return ms >= 10_000 ? t('journey.seconds', { n: (ms / 1000).toFixed(1) }) : t('journey.milliseconds', { n: ms.toFixed(ms < 10 ? 2 : 1) });
}

function wrote(stop) {
  const names = Object.keys(stop.wrote).sort();
  return names.length > 0 && h('dl', { class: 'wrote', lang: 'en' }, names.map((name) => [h('dt', name), h('dd', stop.wrote[name])]));
}

function tables(rows, t) {
  return h('section', { 'aria-label': t('journey.rows') }, [
    h('h2', t('journey.rows')),
    h('p', { class: 'quiet' }, t('journey.rowsLead')),
    rows.map((row, i) => h('div', { key: i, class: 'card row', lang: 'en' }, [
      h('h3', row.table),
      h('dl', { class: 'wrote' }, Object.entries(row.values).map(([column, value]) => [h('dt', column), h('dd', value)])),
    ])),
  ]);
}

// The waiting list of a sold-out sale: the shopper's place in it, and the unit that is kept for them.

import { computed, h, onUnmounted, ref, watch } from 'vue';
import { RouterLink } from 'vue-router';
import { useI18n } from 'vue-i18n';
import { call, get, post } from '../api.js';
import { session } from '../account/session.js';
import { permitSound, ring } from '../entry/alarm.js';
import { clock } from '../i18n/format.js';
import { alert } from '../ui.js';
import { stateAt } from './stock.js';

const POLL_MS = 3000;
const OVER = ['ENDED', 'CALLED_OFF'];
const FAR = 100; // ahead; no offer comes soon
const FAR_POLL_MS = 15000;
const MANY = 1000; // the server counts no further

/**
 * Asks for the shopper's place while it can change, and else once.
 *
 * @param sale a ref of the sale, or null
 * @param now returns the server's time
 */
export function useWaitingList(sale, now) {
  const mine = ref(null); // what the server says, or null if the shopper never joined
  const notice = ref(null);
  const sending = ref(false);
  let timer = 0;
  let asked = 0;

  const path = () => `/api/sales/${sale.value.id}/waiting-list`;
  const phase = () => (sale.value ? stateAt(sale.value, now()) : '');
  const isInLine = () => ['WAITING', 'OFFERED'].includes(mine.value?.state);

  /** The offer while it lasts, or null. */
  const offer = () => (mine.value?.state === 'OFFERED' && phase() === 'SOLD_OUT' && now() < Date.parse(mine.value.offeredUntil) ? mine.value : null);

  /** Whether the sale has a list at all. */
  const exists = () => sale.value?.buckets === 1 && (sale.value.entry?.mode ?? 'OPEN') === 'OPEN';

  async function look() {
    clearTimeout(timer);
    if (!session.value || !sale.value) return;
    const mineAsked = ++asked;
    try {
      const answer = await get(path());
      if (mineAsked === asked) took(answer);
    } catch (problem) {
      if (mineAsked === asked && problem.type === 'not-waiting') mine.value = null;
    }
    if (mineAsked === asked && isInLine()) {
      const pause = mine.value.ahead >= FAR ? FAR_POLL_MS : POLL_MS;
      timer = setTimeout(look, pause * (0.85 + 0.3 * Math.random()));
    }
  }

  function took(answer) {
    if (answer.state === 'OFFERED' && mine.value?.state !== 'OFFERED') ring();
    mine.value = answer;
  }

  async function change(method) {
    sending.value = true;
    notice.value = null;
    permitSound();
    try {
      if (method === 'POST') await post(path());
      else await call(method, path());
    } catch (problem) {
      notice.value = problem;
    } finally {
      sending.value = false;
      look();
    }
  }

  /** The shopper has bought what was offered; the server notes it within about a second. */
  function used() {
    asked++;
    clearTimeout(timer);
    mine.value = { state: 'BOUGHT' };
  }

  const key = computed(() => [session.value?.userId, sale.value?.id, sale.value?.waitingList, exists() && ['SOLD_OUT', ...OVER].includes(phase())].join());
  watch(() => sale.value?.id, (is, before) => {
    if (!before) return;
    asked++; // another variant was chosen: what is on its way is about the one before
    mine.value = null;
    notice.value = null;
  }, { flush: 'sync' });
  watch(key, (is) => {
    clearTimeout(timer);
    if (!session.value) mine.value = null;
    if (is.endsWith('true')) look();
  }, { immediate: true });
  onUnmounted(() => {
    asked++;
    clearTimeout(timer);
  });

  return { mine, notice, sending, offer, exists, used, phase, join: () => change('POST'), leave: () => change('DELETE') };
}

/** `mayJoin` says whether the shopper may have another unit, `now` is the server's time. */
export const WaitingListPanel = {
  props: { list: { type: Object, required: true }, mayJoin: { type: Boolean, required: true }, then: { type: String, required: true }, now: { type: Number, required: true } },
  setup(props) {
    const { t, n } = useI18n();
    return () => {
      const { list, mayJoin, then, now } = props;
      const phase = list.phase();
      const state = list.mine.value?.state;
      const ended = OVER.includes(phase) && ['WAITING', 'OFFERED', 'ENDED'].includes(state);
      if (!list.exists() || (!ended && (phase !== 'SOLD_OUT' || !(mayJoin || state === 'WAITING' || list.offer())))) return null;
      return h('section', { class: ['room card waiting-list', list.offer() && 'buy'], 'aria-labelledby': 'waiting-list-title' }, [
        h('h2', { id: 'waiting-list-title' }, t('waitingList.title')),
        ended ? h('p', { class: 'note', role: 'status' }, t(phase === 'CALLED_OFF' ? 'waitingList.calledOff' : 'waitingList.ended')) : body(list, state, then, now, t, n),
        alert(list.notice.value, null, true),
      ]);
    };
  },
};

function body(list, state, then, now, t, n) {
  const offer = list.offer();
  if (offer) {
    return [
      h('div', { role: 'alert', class: 'your-turn' }, [h('p', h('strong', t('waitingList.offered'))), h('p', t('waitingList.buyIt'))]),
      h('dl', { class: 'figures' }, h('div', { class: 'time-left' }, [h('dt', t('waitingList.timeLeft')), h('dd', { class: 'digits' }, clock(Date.parse(offer.offeredUntil) - now))])),
      button(list, list.leave, t('waitingList.giveUp')),
    ];
  }
  if (state === 'WAITING') {
    const { ahead } = list.mine.value;
    return [
      h('p', { class: 'ahead digits', role: 'status' }, h('strong', ahead >= MANY ? t('waitingList.many', { n: n(MANY) }) : t('waitingList.ahead', { n: n(ahead) }, ahead))),
      h('p', t('waitingList.stay')),
      button(list, list.leave, t('waitingList.leave')),
    ];
  }
  return [
    ['LAPSED', 'OFFERED'].includes(state) && h('p', { class: 'note', role: 'status' }, t('waitingList.lapsed')),
    h('p', t('waitingList.lead')),
    session.value ? button(list, list.join, t('waitingList.join'), 'primary') : h(RouterLink, { class: 'button', to: { path: '/login', query: { then } } }, () => t('waitingList.logIn')),
  ];
}

const button = (list, press, text, look) =>
  h('button', { type: 'button', class: ['button', look], 'aria-disabled': String(list.sending.value), onClick: () => !list.sending.value && press() }, text);

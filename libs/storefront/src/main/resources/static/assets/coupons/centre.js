// The coupon centre: what can be claimed, when, and how many are left.

import { h, reactive, ref, watch } from 'vue';
import { RouterLink, useRoute } from 'vue-router';
import { useI18n } from 'vue-i18n';
import { session, sessionKnown } from '../account/session.js';
import { get, post, readPages } from '../api.js';
import { useServerNow } from '../clock.js';
import { countdown } from '../i18n/format.js';
import { useRefreshing } from '../refreshing.js';
import { stateAt } from '../shop/stock.js';
import { alert, heading, sentence } from '../ui.js';
import { conditionsOf, isDown, discountOf } from './parts.js';

export const messages = new URL('./messages', import.meta.url);
export const styles = new URL('./coupons.css', import.meta.url);

const REFRESH_MS = 2500;
const FIRST = ['OPEN', 'UPCOMING', 'SOLD_OUT', 'ENDED'];

export default {
  setup() {
    const { t } = useI18n();
    const route = useRoute();
    const now = useServerNow();
    const templates = ref(null);
    const problem = ref(null);
    const notice = ref('');
    const refusal = ref(null);
    const owned = reactive(new Map()); // template id → how many of it the shopper has
    const full = reactive(new Set()); // templates of which the shopper has the maximum
    const soldOutUntil = reactive(new Map()); // template id → a time by which the list, read once a second, knows it
    const sending = reactive(new Set());
    const closedUntil = ref(0);

    const refresh = useRefreshing(REFRESH_MS, async () => {
      try {
        const read = await readPages('/api/coupons?size=100');
        templates.value = read.items;
        problem.value = read.problem;
      } catch (failure) {
        problem.value = failure;
      }
    });

    async function lookForMine() {
      await sessionKnown();
      owned.clear();
      full.clear();
      if (!session.value) return;
      const mine = await get('/api/coupons/mine').catch(() => []);
      mine.forEach(({ templateId }) => owned.set(templateId, (owned.get(templateId) ?? 0) + 1));
    }
    watch(() => session.value?.userId, lookForMine, { immediate: true });

    async function grab(template) {
      if (claimState(template) !== 'grab' && claimState(template) !== 'more') return; // a second click finds another state
      sending.add(template.id);
      refusal.value = null;
      notice.value = '';
      try {
        await post(`/api/coupons/${template.id}/claims`);
        owned.set(template.id, (owned.get(template.id) ?? 0) + 1);
        notice.value = t('coupons.grabbed', { title: template.title });
      } catch (fault) {
        refused(template, fault);
      } finally {
        sending.delete(template.id);
        refresh();
      }
    }

    function refused(template, fault) {
      if (fault.type === 'already-claimed') full.add(template.id);
      else if (fault.type === 'sold-out') soldOutUntil.set(template.id, now() + 2 * REFRESH_MS);
      else if (fault.type === 'rate-limited') closedUntil.value = now() + 1000 * (fault.retryAfter || 1);
      else refusal.value = fault.undecided ? t('coupons.undecided') : isDown(fault) && fault.type !== 'coupon-warming-up' ? t('coupons.down') : sentence(fault);
    }

    function claimState(template) {
      const state = stateAt(template, now());
      const mine = owned.get(template.id) ?? 0;
      if (sending.has(template.id)) return 'sending';
      if (full.has(template.id) || mine >= template.perPerson) return 'have';
      if (state === 'ENDED') return 'ended';
      if (state === 'UPCOMING') return 'notYet';
      if (state === 'SOLD_OUT' || now() < soldOutUntil.get(template.id)) return 'soldOut';
      if (!session.value) return 'logIn';
      if (now() < closedUntil.value) return 'wait';
      return mine > 0 ? 'more' : 'grab';
    }

    const buttonOf = (template) => button({
      template,
      state: claimState(template),
      text: { time: countdown(Date.parse(template.opensAt) - now()), n: Math.max(1, Math.ceil((closedUntil.value - now()) / 1000)) },
      here: route.fullPath,
      grab,
    }, t);

    const list = () => [...templates.value]
      .map((template) => ({ template, state: stateAt(template, now()) }))
      .sort((a, b) => FIRST.indexOf(a.state) - FIRST.indexOf(b.state));

    return () => [
      h('div', { class: 'opening' }, [heading(t('coupons.title')), h('p', { class: 'lead' }, t('coupons.lead'))]),
      session.value && h('p', h(RouterLink, { to: '/coupons/mine' }, () => t('coupons.toMine'))),
      isDown(problem.value) ? alert(t('coupons.down'), refresh) : alert(problem.value, refresh),
      alert(refusal.value),
      h('p', { class: 'notice', role: 'status' }, notice.value),
      templates.value === null && !problem.value && h('p', { role: 'status', 'aria-busy': 'true' }, t('loading')),
      templates.value?.length === 0 && h('p', { class: 'empty card' }, t('coupons.none')),
      templates.value?.length > 0 && h('ul', { class: 'coupons' }, list().map(({ template, state }) =>
        card(template, state, now(), buttonOf(template), t))),
    ];
  },
};

function card(template, state, now, button, t) {
  const share = Math.round((100 * template.remaining) / template.quantity);
  const closesIn = countdown(Date.parse(template.closesAt) - now);
  return h('li', { key: template.id, class: ['card coupon', state], 'data-coupon': template.id }, [
    h('p', { class: 'discount' }, discountOf(template.worth, t)),
    h('div', { class: 'text' }, [
      h('h2', template.title),
      h('p', { class: 'quiet' }, conditionsOf(template.worth, now, t)),
      h('p', { class: 'quiet' }, t('coupons.each', { n: template.perPerson }, template.perPerson)),
      h('div', { class: 'stock' }, [
        h('p', [
          h('span', { class: 'digits' }, state === 'SOLD_OUT' ? t('coupons.soldOut') : t('coupons.left', { n: template.remaining }, template.remaining)),
          h('span', { class: 'quiet digits' }, t('coupons.of', { n: template.quantity })),
        ]),
        h('div', { class: 'bar', 'aria-hidden': 'true' }, h('div', { class: 'fill', style: { width: `${share}%` } })),
      ]),
      state === 'OPEN' && h('p', { class: 'quiet digits' }, t('coupons.endsIn', { time: closesIn })),
      button,
    ]),
  ]);
}

/** `state` is one of those that claimState names, and `text` what the button's label needs. */
function button({ template, state, text, here, grab }, t) {
  const label = t(`coupons.${state}`, text);
  if (state === 'logIn') {
    return h(RouterLink, { class: 'button primary wide', to: { path: '/login', query: { then: here } } }, () => label);
  }
  const idle = state !== 'grab' && state !== 'more';
  return h('button', {
    type: 'button',
    class: ['button wide digits', state, !idle && 'primary'],
    'aria-disabled': String(idle),
    'aria-label': `${label}: ${template.title}`,
    onClick: () => grab(template),
  }, label);
}

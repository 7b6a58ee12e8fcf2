// Recomputes any place of a lottery in the browser, so that nobody has to trust the shop.

import { h, ref, watch } from 'vue';
import { RouterLink, useRoute } from 'vue-router';
import { useI18n } from 'vue-i18n';
import { get } from '../api.js';
import { useRefreshing } from '../refreshing.js';
import { alert, heading } from '../ui.js';
import { promised } from './kept.js';
import { lotteryFacts } from './panel.js';
import { canCompute, place, sha256 } from './place.js';

export const messages = new URL('./messages', import.meta.url);
export const styles = new URL('./entry.css', import.meta.url);

const REFRESH_MS = 2000;

export default {
  setup() {
    const { t, n } = useI18n();
    const route = useRoute();
    const { id } = route.params;
    const lottery = ref(null);
    const problem = ref(null);
    const typed = ref(String(route.query.number ?? '1'));
    const seal = ref(''); // 'sealHolds', 'sealBroken' or 'sealUnseen', once known
    const result = ref(null); // {number, place}

    useRefreshing(REFRESH_MS, async () => {
      try {
        const answer = await get(`/api/sales/${id}/entry/serving`, { anonymous: true, timed: false });
        lottery.value = answer.lottery ?? {};
        promised(id, lottery.value);
        problem.value = null;
      } catch (failure) {
        problem.value = failure.type === 'entry-not-needed' ? t('entry.noLottery') : failure;
      }
      return !lottery.value?.seed; // a drawn lottery does not change
    });

    watch([lottery, typed], async () => {
      const { seed, size, seedHash } = lottery.value ?? {};
      result.value = null;
      if (!seed || !canCompute()) return;
      seal.value = sealOf(await sha256(seed), seedHash, promised(id));
      const number = Number(typed.value);
      if (!Number.isSafeInteger(number) || number < 1) return;
      const found = number > size ? number : await place(seed, size, number);
      if (String(number) === typed.value.trim()) result.value = { number, place: found };
    });

    return () =>
      h('div', { class: 'check-lottery' }, [
        h('p', h(RouterLink, { to: `/sales/${id}` }, () => `← ${t('entry.backToSale')}`)),
        heading(t('entry.checkTitle')),
        h('p', { class: 'lead' }, t('entry.checkLead')),
        alert(problem.value),
        !lottery.value && !problem.value && h('p', { role: 'status', 'aria-busy': 'true' }, t('loading')),
        lottery.value && !lottery.value.seedHash && alert(t('entry.noLottery')),
        lottery.value?.seedHash && drawnOrNot(lottery.value, typed, seal.value, result.value, t, n),
      ]);
  },
};

/** @param before the fingerprint that this browser saw before the opening, or null */
function sealOf(fingerprint, published, before) {
  if (fingerprint !== published || (before && fingerprint !== before)) return 'sealBroken';
  return before ? 'sealHolds' : 'sealUnseen';
}

const MARKS = { sealHolds: '✓', sealBroken: '✗', sealUnseen: '?' };

function drawnOrNot(lottery, typed, seal, result, t, n) {
  return [
    h('section', { class: 'card' }, [
      lotteryFacts(lottery, t, n),
      !lottery.seed && h('p', { role: 'status' }, t('entry.notDrawn')),
      lottery.seed && !canCompute() && h('p', { role: 'alert' }, t('entry.noCrypto')),
      seal && h('p', { role: 'status', class: ['seal-verdict', seal] }, `${MARKS[seal]} ${t(`entry.${seal}`)}`),
      lottery.seed && canCompute() && numberField(lottery, typed, result, t, n),
    ]),
    h('details', { class: 'card' }, [h('summary', t('entry.source')), h('pre', { tabindex: 0 }, String(place))]),
    h('p', { class: 'quiet' }, t('entry.limits')),
  ];
}

function numberField(lottery, typed, result, t, n) {
  return [
    h('div', { class: 'field' }, [
      h('label', { for: 'any-number' }, t('entry.anyNumber')),
      h('input', { id: 'any-number', type: 'text', inputmode: 'numeric', autocomplete: 'off', value: typed.value, 'aria-describedby': 'any-number-rule', onInput: (event) => (typed.value = event.target.value) }),
      h('p', { id: 'any-number-rule', class: 'quiet' }, t('entry.anyNumberRule', { n: n(lottery.size) })),
    ]),
    h('p', { class: 'result', role: 'status' }, result && h('strong', t('entry.result', { number: n(result.number), place: n(result.place) }))),
  ];
}

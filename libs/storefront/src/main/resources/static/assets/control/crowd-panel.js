// Sends a crowd of simulated shoppers, and shows their responses.

import { computed, h, ref, watch } from 'vue';
import { useI18n } from 'vue-i18n';
import { call, get, post } from '../api.js';
import { useRefreshing } from '../refreshing.js';
import { alert } from '../ui.js';
import { CrowdScripts, byMode, sides } from './crowd-scripts.js';
import { changeable } from './problem.js';

const POLL_MS = 500;
const ARRIVALS = [0, 10, 30, 60];
const isRunning = (crowd) => ['SIGNING_UP', 'WAITING', 'BUYING'].includes(crowd?.state);

export const CrowdPanel = {
  props: { saleId: { type: String, required: true }, state: { type: String, required: true } },
  emits: ['crowd'], // the crowd's latest state, repeatedly
  setup(props, { emit }) {
    const { t, te, n } = useI18n();
    const shoppers = ref(2000);
    const within = ref(10);
    const scripts = ref({ percent: 0, clicks: 20, proofOfWork: false });
    const crowd = ref(null);
    const before = ref([]); // finished crowds, newest first
    const problem = ref(null);
    const sending = ref(false);
    const running = computed(() => isRunning(crowd.value));
    watch(crowd, (news) => emit('crowd', news));

    // While the displayed crowd runs. An answer that another crowd has overtaken is dropped.
    const refresh = useRefreshing(POLL_MS, async () => {
      const shown = crowd.value;
      if (shown && !isRunning(shown)) return false;
      try {
        const news = shown ? await get(`/api/lab/crowds/${shown.id}`) : await latest();
        if (crowd.value === shown) crowd.value = news;
        if (shown && !isRunning(news)) await look();
      } catch (failure) {
        if (failure.status === 404 && crowd.value === shown) crowd.value = null;
      }
      return running.value;
    });

    /** The latest crowd, if it matters here. */
    async function latest() {
      const last = (await look())[0];
      return last && (isRunning(last) || last.saleId === props.saleId) ? last : null;
    }

    async function look() {
      const crowds = await get('/api/lab/crowds');
      before.value = crowds.filter((one) => !isRunning(one));
      return crowds;
    }

    async function send(event) {
      event.preventDefault();
      const plan = { saleId: props.saleId, shoppers: shoppers.value, arriveWithinSeconds: within.value };
      await attempt(() => post('/api/lab/crowds', scripts.value.percent > 0 ? { ...plan, scripts: scripts.value } : plan));
    }

    const cancel = () => attempt(() => call('DELETE', `/api/lab/crowds/${crowd.value.id}`));

    async function attempt(action) {
      if (sending.value) return;
      sending.value = true;
      problem.value = null;
      try {
        crowd.value = await action();
        refresh();
      } catch (refusal) {
        problem.value = refusal;
      } finally {
        sending.value = false;
      }
    }

    const form = () =>
      h('form', { onSubmit: send }, [
        h('div', { class: 'field slider' }, [
          h('label', { for: 'crowd-size' }, t('control.crowd.size')),
          h('output', { for: 'crowd-size', class: 'digits' }, n(shoppers.value)),
          h('input', {
            id: 'crowd-size',
            type: 'range',
            min: 50,
            max: 5000,
            step: 50,
            value: shoppers.value,
            'aria-valuetext': t('control.crowd.shoppers', { n: n(shoppers.value) }),
            onInput: (event) => (shoppers.value = Number(event.target.value)),
          }),
        ]),
        h('fieldset', { class: 'choices' }, [
          h('legend', t('control.crowd.arrival')),
          ARRIVALS.map((seconds) =>
            h('label', { key: seconds }, [
              h('input', { type: 'radio', name: 'arrival', checked: within.value === seconds, onChange: () => (within.value = seconds) }),
              seconds === 0 ? t('control.crowd.atOnce') : t('control.crowd.within', { n: seconds }),
            ])),
        ]),
        h(CrowdScripts, { plan: scripts.value, shoppers: shoppers.value, 'onUpdate:plan': (plan) => (scripts.value = plan) }),
        props.state !== 'OPEN' && h('p', { class: 'quiet' }, t(`control.crowd.not.${props.state}`)),
        h('div', { class: 'actions' }, [
          h('button', { class: 'button primary', disabled: running.value || sending.value }, t(sending.value && !running.value ? 'control.crowd.gathering' : 'control.crowd.send')),
          running.value && h('button', { type: 'button', class: 'button', disabled: sending.value, onClick: cancel }, t('control.crowd.cancel')),
        ]),
      ]);

    return () =>
      h('section', { class: 'card crowd', 'aria-labelledby': 'crowd-title' }, [
        h('h2', { id: 'crowd-title' }, t('control.crowd.title')),
        h('p', { class: 'quiet' }, t('control.crowd.explain')),
        form(),
        alert(problem.value && changeable(problem.value)),
        crowd.value && result(crowd.value, props.saleId, t, te, n),
        byMode(before.value, t, n),
      ]);
  },
};

function result(crowd, saleId, t, te, n) {
  const done = crowd.state === 'SIGNING_UP' ? crowd.signedUp : crowd.answered;
  const counts = Object.entries(crowd.answers).sort(([, one], [, other]) => other - one);
  return h('div', { class: ['result', crowd.state] }, [
    crowd.saleId !== saleId && h('p', { class: 'quiet' }, t('control.crowd.elsewhere', { id: crowd.saleId })),
    h('p', { role: 'status' }, t(`control.crowd.state.${crowd.state}`)),
    h('progress', { max: crowd.shoppers, value: done, 'aria-label': t('control.crowd.progress') }),
    h('p', { class: 'digits quiet' }, t(crowd.state === 'SIGNING_UP' ? 'control.crowd.signedUp' : 'control.crowd.answered', { n: n(done), of: n(crowd.shoppers) })),
    crowd.scripts.shoppers > 0 && sides(crowd, (answer) => responseText(answer, t, te), t, n),
    crowd.scripts.shoppers === 0 && counts.length > 0 &&
      h('table', [
        h('caption', { class: 'sr-only' }, t('control.crowd.answers')),
        h('thead', { class: 'sr-only' }, h('tr', [h('th', { scope: 'col' }, t('control.crowd.answer')), h('th', { scope: 'col' }, t('control.crowd.count'))])),
        h('tbody', counts.map(([answer, count]) =>
          h('tr', { key: answer }, [
            h('th', { scope: 'row' }, [h('span', { class: ['swatch', answer], 'aria-hidden': 'true' }), responseText(answer, t, te)]),
            h('td', { class: 'digits' }, n(count)),
          ]))),
      ]),
    crowd.medianMillis !== null &&
      h('p', { class: 'digits quiet' }, t('control.crowd.times', { requests: n(crowd.requests), median: n(crowd.medianMillis, { maximumFractionDigits: 1 }), p99: n(crowd.p99Millis, { maximumFractionDigits: 1 }) })),
  ]);
}

/** A shopper's response, in words. */
function responseText(answer, t, te) {
  const key = [`control.answer.${answer}`, `control.crowd.response.${answer}`, `problem.${answer}`].find((one) => te(one));
  return key ? t(key, { n: '…' }) : answer;
}

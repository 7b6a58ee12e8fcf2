// The page on which the mock provider asks a shopper to confirm a payment, as a bank's page or app does. It belongs to
// the provider, not to the shop: it knows the step in its address and nobody's session.

import { h, onMounted, ref } from 'vue';
import { RouterLink, useRoute, useRouter } from 'vue-router';
import { useI18n } from 'vue-i18n';
import { get, post } from '../api.js';
import { money } from '../i18n/format.js';
import { alert, heading } from '../ui.js';

export const messages = new URL('./messages', import.meta.url);

export default {
  setup() {
    const { t } = useI18n();
    const { params } = useRoute();
    const router = useRouter();
    const step = ref(null);
    const problem = ref(null);
    const sending = ref(false);
    const address = `/api/mock-provider/steps/${params.step}`;
    const shop = () => `/orders/${step.value.orderId}/payment?returned`;

    async function ask(call) {
      if (sending.value) return;
      sending.value = true;
      problem.value = null;
      try {
        step.value = await call();
      } catch (fault) {
        problem.value = fault.type === 'not-found' ? t('pay.step.none') : fault;
      } finally {
        sending.value = false;
      }
    }

    async function decide(decision) {
      if (sending.value) return;
      await ask(() => post(`${address}/${decision}`));
      if (!problem.value) router.replace(shop());
    }

    onMounted(() => ask(() => get(address)));

    return () => h('div', { class: 'narrow card provider' }, [
      h('p', { class: 'provider-name' }, t('pay.provider')),
      heading(t('pay.step.title')),
      h('p', { class: 'quiet' }, t('pay.disclaimer')),
      alert(problem.value),
      step.value
        ? [
            h('dl', { class: 'bill' }, [
              h('dt', t('pay.to')), h('dd', 'flash-sale'),
              h('dt', t('pay.order')), h('dd', t('orders.number', { id: step.value.orderId })),
              h('dt', t('pay.amount')), h('dd', { class: 'price digits' }, money(step.value.amountCents)),
            ]),
            step.value.state === 'OPEN'
              ? [
                  h('p', t('pay.step.text')),
                  h('div', { class: 'actions' }, [
                    h('button', { type: 'button', class: 'button primary big', 'aria-disabled': String(sending.value), onClick: () => decide('confirmation') }, t('pay.step.confirm')),
                    h('button', { type: 'button', class: 'button big', 'aria-disabled': String(sending.value), onClick: () => decide('refusal') }, t('pay.step.refuse')),
                  ]),
                ]
              : h('p', { role: 'status' }, t(`pay.step.${step.value.state}`)),
            h('p', h(RouterLink, { to: shop() }, () => t('pay.step.return'))),
          ]
        : !problem.value && h('p', { role: 'status', 'aria-busy': 'true' }, t('loading')),
    ]);
  },
};

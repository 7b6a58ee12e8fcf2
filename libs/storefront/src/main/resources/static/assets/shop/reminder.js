// The button with which shoppers ask for a message before a sale opens, or take that back.

import { h, ref, watch } from 'vue';
import { RouterLink, useRoute } from 'vue-router';
import { useI18n } from 'vue-i18n';
import { session } from '../account/session.js';
import { call, get, post } from '../api.js';
import { alert } from '../ui.js';

export const ReminderButton = {
  props: { saleId: { type: String, required: true } },
  setup(props) {
    const { t } = useI18n();
    const route = useRoute();
    const path = `/api/reminders/${props.saleId}`;
    const reminder = ref(null); // as the shop answers; null while unknown
    const problem = ref(null);
    const sending = ref(false);

    async function attempt(work) {
      if (sending.value) return;
      sending.value = true;
      problem.value = null;
      try {
        reminder.value = await work();
      } catch (refusal) {
        problem.value = refusal;
      } finally {
        sending.value = false;
      }
    }

    const toggle = () => attempt(() => (reminder.value.asked ? call('DELETE', path) : post(path)));

    watch(session, (now) => {
      reminder.value = null;
      sending.value = false;
      if (now) attempt(() => get(path));
    }, { immediate: true });

    return () => {
      if (!session.value) return h(RouterLink, { class: 'button small', to: { path: '/login', query: { then: route.fullPath } } }, () => t('sale.tellMe'));
      return [
        reminder.value && h('button', { type: 'button', class: 'button small tell', 'aria-disabled': String(sending.value), onClick: toggle }, t(reminder.value.asked ? 'sale.tellMeNot' : 'sale.tellMe')),
        h('span', { class: 'quiet', role: 'status' }, reminder.value?.asked ? t('sale.willTell', { n: Math.round(reminder.value.secondsBefore / 60) }) : ''),
        alert(problem.value),
      ];
    };
  },
};

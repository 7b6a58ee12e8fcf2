// The shopper's messages, newest first. The shop keeps facts; the sentences are made here, in the reader's language.

import { h, ref, watch } from 'vue';
import { RouterLink } from 'vue-router';
import { useI18n } from 'vue-i18n';
import { look } from '../account/unseen.js';
import { get, post } from '../api.js';
import { moment, money } from '../i18n/format.js';
import { PushSwitch } from '../push/switch.js';
import { alert, heading } from '../ui.js';

export const messages = new URL('./messages', import.meta.url);

const PAGE = 20;

export default {
  setup() {
    const { t, locale } = useI18n();
    const items = ref(null);
    const older = ref(null);
    const problem = ref(null);

    /** Reads the page after the last one, or the first. */
    async function load(before) {
      try {
        const page = await get(`/api/messages?size=${PAGE}${before ? `&before=${before}` : ''}`);
        items.value = [...(before ? items.value : []), ...page.items];
        older.value = page.older;
        problem.value = null;
        await noteSeen(page.items.filter((message) => !message.seen).map((message) => message.id));
      } catch (failure) {
        problem.value = failure;
      }
    }

    async function noteSeen(ids) {
      if (ids.length > 0) await post('/api/messages/seen', { ids });
      await look();
    }

    watch(locale, () => load(), { immediate: true }); // titles come in the language of their time

    return () => [
      heading(t('inbox.title')),
      alert(problem.value, () => load(), false),
      items.value === null && !problem.value && h('p', { role: 'status', 'aria-busy': 'true' }, t('loading')),
      items.value?.length === 0 && h('div', { class: 'empty card' }, h('p', t('inbox.none'))),
      items.value?.length > 0 && h('ul', { class: 'orders' }, items.value.map((message) => row(message, t))),
      older.value && h('button', { type: 'button', class: 'button', onClick: () => load(older.value) }, t('inbox.older')),
      items.value && h(PushSwitch),
    ];
  },
};

function row(message, t) {
  const kind = message.kind === 'CALLED_OFF' && message.amountCents !== undefined ? 'CALLED_OFF_PAID' : message.kind;
  return h('li', { key: message.id, class: ['card message', !message.seen && 'unseen'] }, [
    h('h2', h(RouterLink, { to: message.orderId ? `/orders/${message.orderId}` : `/sales/${message.saleId}` }, () => t(`inbox.subject.${kind}`))),
    h('p', t(`inbox.text.${kind}`, {
      title: message.title,
      amount: money(message.amountCents ?? 0),
      at: message.at ? moment(message.at) : '',
    })),
    h('p', { class: 'quiet' }, [moment(message.createdAt), ' ', !message.seen && h('span', { class: 'badge' }, t('inbox.new'))]),
  ]);
}

// A list for administrators, such as of failed refunds: the reason for each item, and a button to retry it.

import { h, onMounted, onUnmounted, ref } from 'vue';
import { useI18n } from 'vue-i18n';
import { post } from '../api.js';
import { alert } from '../ui.js';
import { changeable } from './problem.js';

const REFRESH_MS = 5_000;

/**
 * The component of such a list. It reloads soon after a failed load, or while its items change by themselves.
 *
 * - name: the section's class; messages: where its texts are; columns: theirs
 * - load(page): { items, older }, where older is the page to load next, and absent if there is none; keyOf(item);
 *   changes(items): whether they change by themselves
 * - again: { text, label, done, of(item), url(item) }: the button's texts, what they say of the item, where to post;
 *   with a question, that is asked before. Absent if the items cannot be retried
 * - cells(item, button, t): a row, with button(item) where a retry makes sense, or button(item, another) for another
 *   button like again
 */
export function tryAgainList({ name, messages, columns, load, keyOf, changes, again, cells }) {
  return {
    setup() {
      const { t } = useI18n();
      const items = ref(null);
      const older = ref(null);
      const problem = ref(null);
      const sending = ref(null);
      const said = ref('');

      let timer;
      let shown = null; // the page; null for the newest
      async function refresh() {
        clearTimeout(timer);
        try {
          const page = await load(shown);
          items.value = page.items;
          older.value = page.older;
          problem.value = null;
        } catch (failure) {
          problem.value = failure;
        }
        if (problem.value || changes(items.value)) timer = setTimeout(refresh, REFRESH_MS);
      }

      function turnTo(page) {
        shown = page;
        return refresh();
      }

      async function send(item, act) {
        if (sending.value) return;
        if (act.question && !window.confirm(t(`${messages}.${act.question}`, act.of(item)))) return;
        sending.value = act.url(item);
        try {
          await post(act.url(item));
          said.value = t(`${messages}.${act.done}`, act.of(item));
          await refresh();
        } catch (refusal) {
          problem.value = refusal;
        } finally {
          sending.value = null;
        }
      }

      onMounted(refresh);
      onUnmounted(() => clearTimeout(timer));

      const button = (item, act = again) =>
        h('button', { type: 'button', class: 'button small', disabled: sending.value !== null, 'aria-label': t(`${messages}.${act.label}`, act.of(item)), onClick: () => send(item, act) },
          t(sending.value === act.url(item) ? 'control.sending' : `${messages}.${act.text}`));

      const table = () =>
        h('div', { class: 'card scroll', tabindex: 0, role: 'region', 'aria-labelledby': `${name}-title` },
          h('table', [
            h('thead', h('tr', columns.map((column) => h('th', { key: column, scope: 'col' }, t(`${messages}.${column}`))))),
            h('tbody', items.value.map((item) => h('tr', { key: keyOf(item) }, cells(item, button, t)))),
          ]));

      return () =>
        h('section', { class: name, 'aria-labelledby': `${name}-title` }, [
          h('div', { class: 'title-row' }, [
            h('h2', { id: `${name}-title` }, [t(`${messages}.title`), items.value && h('span', { class: 'count' }, items.value.length)]),
            h('button', { type: 'button', class: 'button small', onClick: () => turnTo(null) }, t(`${messages}.refresh`)),
          ]),
          h('p', { class: 'quiet' }, t(`${messages}.explain`)),
          alert(problem.value && changeable(problem.value)),
          h('p', { class: 'sr-only', role: 'status' }, said.value),
          items.value?.length === 0 && h('p', { class: 'card calm' }, t(`${messages}.none`)),
          items.value?.length > 0 && table(),
          older.value && h('button', { type: 'button', class: 'button small', onClick: () => turnTo(older.value) }, t(`${messages}.older`)),
        ]);
    },
  };
}

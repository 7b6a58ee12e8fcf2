// Messages that could never be processed: why, and another try.

import { h, onMounted, onUnmounted, ref } from 'vue';
import { useI18n } from 'vue-i18n';
import { get, post } from '../api.js';
import { moment } from '../i18n/format.js';
import { alert } from '../ui.js';
import { changeable } from './problem.js';

const TOPICS = ['reservations.dead-letter', 'order-events.dead-letter'];
const SHOWN = 50;
const TRY_AGAIN_MS = 5_000;

export const DeadLetters = {
  setup() {
    const { t } = useI18n();
    const letters = ref(null);
    const problem = ref(null);
    const sending = ref(null);
    const said = ref('');

    let again;
    async function refresh() {
      clearTimeout(again);
      try {
        const lists = await Promise.all(TOPICS.map((topic) => get(`/api/admin/dead-letters?topic=${topic}&limit=${SHOWN}`)));
        letters.value = lists.flatMap((list) => list.items).sort((a, b) => Date.parse(b.time) - Date.parse(a.time));
        problem.value = null;
      } catch (failure) {
        problem.value = failure;
        again = setTimeout(refresh, TRY_AGAIN_MS);
      }
    }

    async function replay(letter) {
      if (sending.value) return;
      sending.value = where(letter);
      try {
        await post(`/api/admin/dead-letters/${letter.topic}/${letter.partition}/${letter.offset}/replay`);
        said.value = t('control.dead.sent', { where: where(letter) });
        await refresh();
      } catch (refusal) {
        problem.value = refusal;
      } finally {
        sending.value = null;
      }
    }

    onMounted(refresh);
    onUnmounted(() => clearTimeout(again));

    return () =>
      h('section', { class: 'dead', 'aria-labelledby': 'dead-title' }, [
        h('div', { class: 'title-row' }, [
          h('h2', { id: 'dead-title' }, [t('control.dead.title'), letters.value && h('span', { class: 'count' }, letters.value.length)]),
          h('button', { type: 'button', class: 'button small', onClick: refresh }, t('control.dead.refresh')),
        ]),
        h('p', { class: 'quiet' }, t('control.dead.explain')),
        alert(problem.value && changeable(problem.value)),
        h('p', { class: 'sr-only', role: 'status' }, said.value),
        letters.value?.length === 0 && h('p', { class: 'card calm' }, t('control.dead.none')),
        letters.value?.length > 0 && table(letters.value, sending.value, replay, t),
      ]);
  },
};

const where = (letter) => `${letter.topic}-${letter.partition}@${letter.offset}`;

function table(letters, sending, replay, t) {
  return h('div', { class: 'card scroll', tabindex: 0, role: 'region', 'aria-labelledby': 'dead-title' },
    h('table', [
      h('thead', h('tr', ['time', 'where', 'reason', 'message', 'again'].map((column) => h('th', { key: column, scope: 'col' }, t(`control.dead.${column}`))))),
      h('tbody', letters.map((letter) =>
        h('tr', { key: where(letter) }, [
          h('td', { class: 'digits' }, moment(letter.time)),
          h('td', where(letter)),
          h('td', { class: 'reason' }, [letter.reason ?? letter.exception ?? t('control.dead.noReason')]),
          h('td', h('details', [h('summary', t('control.dead.bytes', { n: letter.payloadBytes })), h('pre', letter.payload ?? '')])),
          h('td', [
            h('button', { type: 'button', class: 'button small', disabled: sending !== null, 'aria-label': t('control.dead.replayOf', { where: where(letter) }), onClick: () => replay(letter) },
              t(sending === where(letter) ? 'control.sending' : 'control.dead.replay')),
            letter.replayedAt && h('p', { class: 'quiet' }, t('control.dead.replayed', { at: moment(letter.replayedAt) })),
          ]),
        ]))),
    ]));
}

// Messages that could not be processed: the reasons, and a retry.

import { h } from 'vue';
import { get } from '../api.js';
import { moment } from '../i18n/format.js';
import { tryAgainList } from './try-again-list.js';

const TOPICS = ['reservations.dead-letter', 'order-events.dead-letter'];
const SHOWN = 50;

const where = (letter) => `${letter.topic}-${letter.partition}@${letter.offset}`;

export const DeadLetters = tryAgainList({
  name: 'dead',
  messages: 'control.dead',
  columns: ['time', 'where', 'reason', 'message', 'again'],
  keyOf: where,
  changes: () => false,
  again: {
    text: 'replay',
    label: 'replayOf',
    done: 'sent',
    of: (letter) => ({ where: where(letter) }),
    url: (letter) => `/api/admin/dead-letters/${letter.topic}/${letter.partition}/${letter.offset}/replay`,
  },

  async load() {
    const lists = await Promise.all(TOPICS.map((topic) => get(`/api/admin/dead-letters?topic=${topic}&limit=${SHOWN}`)));
    return lists.flatMap((list) => list.items).sort((a, b) => Date.parse(b.time) - Date.parse(a.time));
  },

  cells: (letter, button, t) => [
    h('td', { class: 'digits' }, moment(letter.time)),
    h('td', where(letter)),
    h('td', { class: 'reason' }, [letter.reason ?? letter.exception ?? t('control.dead.noReason')]),
    h('td', h('details', [h('summary', t('control.dead.bytes', { n: letter.payloadBytes })), h('pre', letter.payload ?? '')])),
    h('td', [button(letter), letter.replayedAt && h('p', { class: 'quiet' }, t('control.dead.replayed', { at: moment(letter.replayedAt) }))]),
  ],
});

// Messages that could not be processed: the reasons, and a retry. Orders that wait for it can be rejected instead.

import { h } from 'vue';
import { get } from '../api.js';
import { moment } from '../i18n/format.js';
import { isPresent } from '../parts.js';
import { tryAgainList } from './try-again-list.js';

const TOPICS = ['reservations', 'order-events', 'shopper-messages', ...(isPresent('COUPONS') ? ['claims', 'coupon-settlements'] : [])].map((topic) => `${topic}.dead-letter`);
const SHOWN = 50;

const where = (letter) => `${letter.topic}-${letter.partition}@${letter.offset}`;
const path = (letter) => `/api/admin/dead-letters/${letter.topic}/${letter.partition}/${letter.offset}`;

const REJECT = {
  text: 'reject',
  label: 'rejectOf',
  question: 'rejectQuestion',
  done: 'rejected',
  of: (letter) => ({ where: where(letter) }),
  url: (letter) => `${path(letter)}/reject`,
};

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
    url: (letter) => `${path(letter)}/replay`,
  },

  async load(page) {
    const topics = page ? Object.keys(page) : TOPICS;
    const lists = await Promise.all(topics.map((topic) =>
      get(`/api/admin/dead-letters?topic=${topic}&limit=${SHOWN}${page ? `&before=${page[topic]}` : ''}`)));
    const older = topics.map((topic, i) => [topic, lists[i].older]).filter(([, place]) => place);
    return {
      items: lists.flatMap((list) => list.items).sort((a, b) => Date.parse(b.time) - Date.parse(a.time)),
      older: older.length > 0 ? Object.fromEntries(older) : null,
    };
  },

  cells: (letter, button, t) => [
    h('td', { class: 'digits' }, moment(letter.time)),
    h('td', where(letter)),
    h('td', { class: 'reason' }, [letter.reason ?? letter.exception ?? t('control.dead.noReason')]),
    h('td', h('details', [h('summary', t('control.dead.bytes', { n: letter.payloadBytes })), h('pre', letter.payload ?? '')])),
    h('td', [
      !isRejected(letter) && button(letter), ' ',
      letter.orders?.some((order) => order.status === 'QUEUED') && button(letter, REJECT),
      letter.orders?.map((order) => h('p', { class: 'quiet' }, t('control.dead.order', { id: order.orderId, state: t(`control.order.${order.status}`) }))),
      letter.replayedAt && h('p', { class: 'quiet' }, t('control.dead.replayed', { at: moment(letter.replayedAt) })),
    ]),
  ],
});

const isRejected = ({ orders }) => orders?.length > 0 && orders.every((order) => order.reason === 'REJECTED_BY_ADMINISTRATOR');

// Administrators' changes: who, when, from where, and with what outcome.

import { h } from 'vue';
import { get } from '../api.js';
import { moment } from '../i18n/format.js';
import { isPresent } from '../parts.js';
import { tryAgainList } from './try-again-list.js';

const SERVICES = ['stock', 'orders', ...(isPresent('COUPONS') ? ['coupons'] : [])];
const SHOWN = 50;

export const Changes = tryAgainList({
  name: 'changes',
  messages: 'control.changes',
  columns: ['time', 'who', 'what', 'answer'],
  keyOf: (change) => `${change.service}-${change.id}`,
  changes: () => false,

  async load() {
    const lists = await Promise.all(SERVICES.map(async (service) =>
      (await get(`/api/admin/changes/${service}?limit=${SHOWN}`)).items.map((change) => ({ ...change, service }))));
    return { items: lists.flat().sort((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, SHOWN) };
  },

  cells: (change, button, t) => [
    h('td', { class: 'digits' }, moment(change.at)),
    h('td', [change.username, h('p', { class: 'quiet' }, change.address)]),
    h('td', { class: 'reason' }, [
      `${change.method} ${change.path}`,
      change.body && h('details', [h('summary', t('control.changes.sent')), h('pre', change.body)]),
      h('p', { class: 'quiet' }, t('control.changes.request', { id: change.correlationId })),
    ]),
    h('td', { class: 'digits' }, change.status ?? t('control.changes.unknown')),
  ],
});

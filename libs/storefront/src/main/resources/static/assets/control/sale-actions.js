// An administrator's actions on a sale: watch, open now, end now, change the stock, edit, call off.

import { computed, h, ref } from 'vue';
import { RouterLink } from 'vue-router';
import { useI18n } from 'vue-i18n';
import { call, postingOnce } from '../api.js';
import { serverNow } from '../clock.js';
import { modeOf } from '../entry/use-entry.js';
import { isPresent } from '../parts.js';
import { titleOf } from '../shop/stock.js';
import { alert } from '../ui.js';
import { CallOff } from './called-off.js';
import { changeable } from './problem.js';
import { SaleForm } from './sale-form.js';

const DAY_MS = 86_400_000;

export const SaleActions = {
  props: { sale: { type: Object, required: true }, state: { type: String, required: true }, watchable: Boolean },
  emits: ['changed'],
  setup(props, { emit }) {
    const { t } = useI18n();
    const open = ref(null); // 'stock', 'edit', 'end', 'off' or nothing
    const sending = ref(false);
    const problem = ref(null);
    const units = ref(10);
    const postOnce = postingOnce();
    const path = computed(() => `/api/admin/sales/${props.sale.id}`);

    async function send(sender) {
      if (sending.value) return;
      sending.value = true;
      problem.value = null;
      try {
        await sender();
        open.value = null;
        emit('changed');
      } catch (refusal) {
        problem.value = refusal;
      } finally {
        sending.value = false;
      }
    }

    const change = (body) => send(() => call('PATCH', path.value, { body }));

    const openNow = () => {
      const now = serverNow();
      const over = Date.parse(props.sale.closesAt) <= now + 1000;
      return change({ opensAt: iso(now), ...(over && { closesAt: iso(now + DAY_MS) }) });
    };

    // Offers only what the shop accepts. A lottery opens on time, ends with notice (by editing it) and keeps its stock.
    // Only a sale that is open to everybody opens twice.
    const isOpenToAll = () => modeOf(props.sale) === 'OPEN';
    const isOff = () => props.state === 'CALLED_OFF';
    const isLottery = () => modeOf(props.sale) === 'LOTTERY';
    const mayOpenNow = () => props.state === 'UPCOMING' && !isLottery();
    const mayEndNow = () => ['OPEN', 'SOLD_OUT'].includes(props.state) && !isLottery();
    const mayTakeAway = () => isOpenToAll() || props.state === 'UPCOMING';
    const mayOpenAgain = () => props.state === 'ENDED' && isOpenToAll();

    const endNow = () => change({ closesAt: iso(serverNow()) });

    function changeStock(event) {
      event.preventDefault();
      const add = Number(units.value) * (event.submitter?.value === 'less' ? -1 : 1);
      send(() => postOnce(`${path.value}/stock`, { add }));
    }

    const toggle = (what) => () => {
      open.value = open.value === what ? null : what;
      problem.value = null;
    };

    const button = (text, onClick, look, expanded) =>
      h('button', { type: 'button', class: ['button small', look], disabled: sending.value, 'aria-expanded': expanded === undefined ? undefined : String(expanded), onClick }, text);

    const exportLink = (path, text) => h('a', { class: 'button small', href: `${path}separator=${separator()}`, download: '' }, text);

    return () =>
      h('div', { class: 'sale-actions', role: 'group', 'aria-label': t('control.actionsOf', { title: titleOf(props.sale) }) }, [
        h('div', { class: 'actions' }, [
          props.watchable && h(RouterLink, { class: 'button small primary', to: `/control/sales/${props.sale.id}` }, () => t('control.watch')),
          mayOpenNow() && button(t('control.openNow'), openNow, 'good'),
          mayOpenAgain() && button(t('control.openAgain'), openNow, 'good'),
          mayEndNow() && button(t('control.endNow'), toggle('end'), '', open.value === 'end'),
          !isLottery() && !isOff() && button(t('control.changeStock'), toggle('stock'), '', open.value === 'stock'),
          !isOff() && button(t('control.edit'), toggle('edit'), '', open.value === 'edit'),
          props.state !== 'UPCOMING' && exportLink(`/api/admin/exports/orders?saleId=${props.sale.id}&`, t('control.exportOrders')),
          props.state !== 'UPCOMING' && exportLink(`/api/admin/exports/refunds?saleId=${props.sale.id}&`, t('control.exportRefunds')),
          props.state !== 'UPCOMING' && isPresent('CONTROL_ROOM') && exportLink(`/api/lab/audit/${props.sale.id}/csv?`, t('control.exportAudit')),
          button(t(isOff() ? 'control.callOff.progress' : 'control.callOff.button'), toggle('off'), '', open.value === 'off'),
        ]),
        props.sale.variants && (mayOpenNow() || mayOpenAgain()) && h('p', { class: 'quiet' }, t('control.timesOfAllVariants')),
        open.value === 'end' &&
          h('div', { class: 'inline-form' }, [
            h('p', t(isOpenToAll() ? 'control.endQuestion' : 'control.endForGoodQuestion')),
            props.sale.variants && h('p', t('control.timesOfAllVariants')),
            button(t('control.endYes'), endNow, 'primary'),
            button(t('control.no'), toggle('end')),
          ]),
        open.value === 'stock' &&
          h('form', { class: 'inline-form', onSubmit: changeStock }, [
            h('label', { for: `add-${props.sale.id}` }, t('control.pieces')),
            h('input', {
              id: `add-${props.sale.id}`,
              type: 'number',
              min: 1,
              step: 1,
              required: true,
              value: units.value,
              onInput: (event) => (units.value = event.target.value),
            }),
            h('button', { class: 'button small good', disabled: sending.value }, t(sending.value ? 'control.sending' : 'control.add')),
            mayTakeAway() && h('button', { class: 'button small', value: 'less', disabled: sending.value }, t('control.takeAway')),
          ]),
        open.value === 'off' && h(CallOff, { sale: props.sale, onCancelled: toggle('off') }),
        open.value === 'edit' && h(SaleForm, { sale: props.sale, onSaved: () => ((open.value = null), emit('changed')), onCancelled: toggle('edit') }),
        alert(problem.value && changeable(problem.value)),
      ]);
  },
};

/** Where numbers have a decimal comma, spreadsheets expect semicolons between fields. */
const separator = () => (new Intl.NumberFormat(navigator.language).format(1.5).includes(',') ? 'SEMICOLON' : 'COMMA');

const iso = (ms) => new Date(ms).toISOString();

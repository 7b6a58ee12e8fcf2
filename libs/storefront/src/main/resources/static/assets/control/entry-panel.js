// Shows live who waits for a turn in a sale, who was served, and who has bought.

import { h, ref } from 'vue';
import { RouterLink } from 'vue-router';
import { useI18n } from 'vue-i18n';
import { get } from '../api.js';
import { waitingOf } from '../entry/estimate.js';
import { useRefreshing } from '../refreshing.js';

const REFRESH_MS = 2000;

/** For sales whose mode is not OPEN. */
export const EntryFigures = {
  props: { sale: { type: Object, required: true } },
  setup(props) {
    const { t, n } = useI18n();
    const serving = ref(null); // the public answer
    const figures = ref(null); // the figures for administrators only
    const answered = ref(true);

    useRefreshing(REFRESH_MS, async () => {
      const { id } = props.sale;
      const [open, own] = await Promise.all([
        get(`/api/sales/${id}/entry/serving`, { timed: false }).catch(() => null),
        get(`/api/admin/sales/${id}/entry`).catch(() => null),
      ]);
      answered.value = Boolean(open && own);
      serving.value = open ?? serving.value;
      figures.value = own ?? figures.value;
    });

    const cell = (name, value, note) =>
      h('div', { key: name, class: ['number', name] }, [
        h('dt', t(`control.entry.${name}`)),
        h('dd', [h('strong', { class: 'digits' }, value === undefined ? '–' : n(value)), h('span', { class: 'quiet digits' }, note)]),
      ]);

    return () => {
      const { sale } = props;
      const { serving: served, rate, state } = serving.value ?? {};
      const { entered, tickets, lapsed, bought, givenBack } = figures.value ?? {};
      const queues = sale.entry.mode !== 'TICKET';
      return h('section', { class: 'entry-figures', 'aria-labelledby': 'entry-title' }, [
        h('div', { class: 'title-row' }, [
          h('h2', { id: 'entry-title' }, `${t('control.entry.title')}: ${t(`control.entry.mode.${sale.entry.mode}`)}`),
          h('p', { class: 'how', role: 'status' }, [
            state && h('span', { class: ['state', state === 'SERVING' ? 'OPEN' : 'UPCOMING'] }, t(`control.entry.state.${state}`)),
            !answered.value && h('span', { class: 'quiet' }, t('control.entry.noAnswer')),
          ]),
        ]),
        h('dl', { class: 'numbers' }, [
          queues && cell('waiting', serving.value ? waitingOf(serving.value) : undefined, entered === undefined ? '' : t('control.entry.waitingNote', { n: n(entered) })),
          queues && cell('served', served, rate === undefined ? '' : t('control.entry.servedNote', { rate: n(rate), most: n(sale.entry.rate) })),
          cell('tickets', tickets, lapsed === undefined ? '' : t('control.entry.ticketsNote', { n: n(lapsed) })),
          cell('bought', bought, givenBack === undefined ? '' : t('control.entry.boughtNote', { n: n(givenBack) })),
        ]),
        h('p', { class: 'quiet work' }, sale.entry.difficulty > 0 ? t('control.entry.work', { n: n(sale.entry.difficulty) }) : t('control.entry.noWork')),
        sale.entry.mode === 'LOTTERY' && h('p', h(RouterLink, { to: `/sales/${sale.id}/lottery` }, () => t('control.entry.lottery'))),
      ]);
    };
  },
};

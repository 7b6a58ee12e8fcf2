// Shows a shopper the way into a sale that asks for purchase tickets: number, place, waiting time, turn.

import { h, ref, watch } from 'vue';
import { RouterLink } from 'vue-router';
import { useI18n } from 'vue-i18n';
import { clock } from '../i18n/format.js';
import { alert } from '../ui.js';
import { audible, switchSound } from './alarm.js';
import { waitingOf } from './estimate.js';

const SAY_EVERY_MS = 30_000; // for screen readers
const SIGNED = ['enter', 'entering', 'getTicket', 'asking', 'noneFree', 'notYet', 'prepare', 'prepared', 'logInToEnter', 'pause'];

/** For sales whose mode is not OPEN. `at` is the state of the button, `now` the server's time. */
export const EntryPanel = {
  props: { entry: { type: Object, required: true }, sale: { type: Object, required: true }, at: { type: String, required: true }, now: { type: Number, required: true } },
  setup(props) {
    const { t, n } = useI18n();
    const said = ref('');
    let saidAt = 0;

    // Read out now and then, not every second.
    watch(
      () => [props.at, props.entry.ahead()],
      ([at], before) => {
        if (at !== 'inLine' || props.entry.place.value === null) {
          said.value = '';
          saidAt = 0;
        } else if (before?.[0] !== at || performance.now() - saidAt > SAY_EVERY_MS) {
          saidAt = performance.now();
          said.value = `${t('entry.ahead')}: ${aheadText(props.entry, t, n)}`;
        }
      },
    );

    return () => {
      const { entry, sale, at, now } = props;
      const mode = entry.mode.value;
      const lottery = mode === 'LOTTERY' ? lotteryOf(entry.serving.value?.lottery, sale, entry.mine.value, t, n) : null;
      if (!['over', 'inLine', 'turn', 'buy', 'agree', 'pause', 'sending', 'wait', 'held', ...SIGNED].includes(at)) return lottery;
      return h('section', { class: ['room card', at], 'aria-labelledby': 'room-title' }, [
        head(entry, at, t),
        body(entry, sale, at, now, t, n),
        entry.work.value !== null && working(entry.work.value, t),
        alert(entry.notice.value, null, true),
        entry.isStale() && !entry.notice.value && h('p', { class: 'note', role: 'status' }, t('entry.stale')),
        h('p', { class: 'sr-only', role: 'status' }, said.value),
        lottery,
      ]);
    };
  },
};

function head(entry, at, t) {
  const state = entry.serving.value?.state;
  return h('div', { class: 'room-head' }, [
    h('h2', { id: 'room-title' }, t(`entry.title.${entry.mode.value}`)),
    entry.queues.value && state && at !== 'over' && !entry.ticket() && h('span', { class: ['badge', state] }, t(`entry.state.${state}`)),
  ]);
}

function body(entry, sale, at, now, t, n) {
  if (at === 'over') return isOver(entry.over(), t);
  const ticket = entry.ticket();
  if (ticket) return hasTicket(ticket, entry, now, t);
  if (entry.mine.value) return inLine(entry, sale, at, t, n);
  const waiting = entry.serving.value && waitingOf(entry.serving.value);
  return [
    h('p', t(`entry.lead.${entry.mode.value}`)),
    entry.queues.value && entry.serving.value && h('p', { class: 'quiet digits' }, t('entry.waiting', { n: n(waiting) }, waiting)),
    entry.queues.value && entry.serving.value?.state === 'PAUSED' && h('p', { class: 'note' }, t('entry.paused')),
  ];
}

function working({ part, reasons }, t) {
  return h('div', { class: 'working', role: 'status' }, [
    h('label', { for: 'entry-work' }, t('entry.working')),
    h('progress', { id: 'entry-work', max: 1, value: part }),
    reasons.map((reason) => h('p', { class: 'quiet', key: reason }, t(`sale.heldUp.${reason}`))),
  ]);
}

function isOver(why, t) {
  const [title, text] = [0, 1].map((i) => t(`entry.over.${why}[${i}]`));
  return h('div', { role: 'alert', class: 'note' }, [
    h('p', h('strong', title)),
    h('p', text),
    h('p', { class: 'actions' }, [
      h(RouterLink, { to: '/' }, () => t('entry.otherSales')),
      why === 'ticket-used' && h(RouterLink, { to: '/orders' }, () => t('entry.seeOrders')),
    ]),
  ]);
}

function hasTicket(ticket, entry, now, t) {
  return [
    h('div', { role: 'alert', class: 'your-turn' }, [
      h('p', h('strong', t(entry.queues.value ? 'entry.turnTitle' : 'entry.ticketTitle'))),
      h('p', t('entry.yourTurn')),
    ]),
    h('dl', { class: 'figures' }, [figure(t('entry.timeLeft'), clock(Date.parse(ticket.expiresAt) - now), 'time-left')]),
  ];
}

function inLine(entry, sale, at, t, n) {
  const { number } = entry.mine.value;
  const place = entry.place.value;
  const state = entry.serving.value?.state;
  const drawn = entry.mode.value === 'LOTTERY';
  const tooMany = place !== null && entry.ahead() - entry.unclaimed() >= sale.remaining;
  const { turnSeconds } = entry.serving.value ?? {};
  return [
    h('dl', { class: 'figures' }, [
      figure(t('entry.number'), n(number), 'number'),
      drawn && figure(t('entry.place'), place === null ? t('entry.drawnAtOpening') : n(place), place === null ? 'place' : 'place drawn'),
      place !== null && figure(t('entry.ahead'), aheadText(entry, t, n), 'ahead'),
      place !== null && state !== 'PAUSED' && at !== 'turn' && !tooMany &&
        figure(t(state === 'WAITING' ? 'entry.estimateAfter' : 'entry.estimate'), estimateText(entry.estimate(), t), 'estimate'),
    ]),
    state === 'PAUSED' ? h('p', { class: 'note', role: 'status' }, t('entry.paused'))
      : tooMany && h('p', { class: 'note' }, t('entry.tooMany', { n: aheadText(entry, t, n), pieces: n(sale.remaining) })),
    entry.ahead() > 0 && entry.unclaimed() > 0 && h('p', { class: 'quiet' }, t('entry.unclaimed')),
    h('p', { class: 'quiet' }, t('entry.close')),
    turnSeconds && h('p', { class: 'quiet turn-length' }, t('entry.turnLength', { turn: exactly(turnSeconds, t) })),
    h('button', { type: 'button', class: 'button small sound', role: 'switch', 'aria-checked': String(audible.value), onClick: switchSound }, [
      t('entry.sound'), ' ', h('span', { 'aria-hidden': 'true', class: 'position' }, t(audible.value ? 'entry.on' : 'entry.off')),
    ]),
  ];
}

const figure = (name, value, look) => h('div', { key: look, class: look }, [h('dt', name), h('dd', { class: 'digits' }, value)]);

/** An upper limit where some of the numbers may have no owner. */
function aheadText(entry, t, n) {
  const ahead = entry.ahead();
  if (ahead === 0) return t('entry.nobody');
  return entry.unclaimed() > 0 ? t('entry.atMost', { n: n(ahead) }) : n(ahead);
}

/** An honest range: from the fastest possible pace to somewhat slower than the observed one. */
export function estimateText(estimate, t) {
  if (!estimate) return t('entry.unknown');
  const { from, to } = estimate;
  if (to === null) return from < 10 ? t('entry.soonest') : t('entry.atLeast', { from: duration(from, t) });
  if (to < 10) return t('entry.few');
  const [low, high] = [duration(from, t), duration(to, t)];
  return low === high ? t('entry.about', { to: high }) : t('entry.range', { from: low, to: high });
}

const exactly = (seconds, t) => (seconds % 60 === 0 ? t('entry.minutes', { n: seconds / 60 }) : t('entry.seconds', { n: seconds }));

function duration(seconds, t) {
  if (seconds < 55) return t('entry.seconds', { n: Math.max(5, Math.round(seconds / 5) * 5) });
  if (seconds < 5400) return t('entry.minutes', { n: Math.round(seconds / 60) });
  return t('entry.hours', { n: Math.round(seconds / 3600) });
}

function lotteryOf(lottery, sale, mine, t, n) {
  const check = h('p', h(RouterLink, { to: { path: `/sales/${sale.id}/lottery`, query: mine ? { number: mine.number } : {} } }, () => t('entry.check')));
  if (!lottery) return h('div', { key: 'check', class: 'lottery' }, check);
  return h('details', { key: 'lottery', class: 'lottery' }, [
    h('summary', t('entry.how')),
    [0, 1].map((i) => h('p', t(`entry.howText[${i}]`))),
    lotteryFacts(lottery, t, n),
    check,
  ]);
}

/** The public facts: the hash of the seed, and after the draw the seed and the number of participants. */
export function lotteryFacts(lottery, t, n) {
  return h('dl', { class: 'facts-of-lottery' }, [
    h('dt', t('entry.hash')), h('dd', h('code', { class: 'hash' }, lottery.seedHash)),
    h('dt', t('entry.seed')), h('dd', lottery.seed ? h('code', { class: 'seed' }, lottery.seed) : t('entry.secret')),
    lottery.seed && [h('dt', t('entry.size')), h('dd', { class: 'digits size' }, n(lottery.size))],
  ]);
}

/** The title of the window, so that the turn is visible from another tab. */
export function windowTitle(entry, at, title, t, n) {
  if (['buy', 'agree'].includes(at) && entry.mode.value !== 'OPEN') return t('entry.windowTitle', { title });
  if (at === 'inLine' && entry.place.value !== null) return t('entry.windowAhead', { n: (entry.unclaimed() > 0 ? '≤ ' : '') + n(entry.ahead()), title });
  return title;
}

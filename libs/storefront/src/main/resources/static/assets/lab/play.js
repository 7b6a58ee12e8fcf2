// The game "Be the scheduler": two real clients, one unit, and a visitor who decides which client goes on. The address
// holds the moves.

import { computed, h, nextTick, ref, watch } from 'vue';
import { RouterLink, useRoute, useRouter } from 'vue-router';
import { useI18n } from 'vue-i18n';
import { session, sessionKnown } from '../account/session.js';
import { heading } from '../ui.js';
import { find, textIn, useCatalogue } from './catalogue.js';
import { Diagram } from './diagram.js';
import { labAlert, toScheme } from './parts.js';
import { Source } from './source.js';
import { best, isBest, useGame, usePlayable } from './use-game.js';

export const messages = [new URL('./messages', import.meta.url), new URL('./play-messages', import.meta.url)];
export const styles = [new URL('./lab.css', import.meta.url), new URL('./play.css', import.meta.url)];

/** The visitor's actions on a client, in the order of the buttons: letter, key, and the action that undoes it. */
const DEEDS = [
  { name: 'pause', letter: 'p', key: 'p' },
  { name: 'resume', letter: 'r', key: 'p' },
  { name: 'kill', letter: 'k', key: 'k' },
  { name: 'cut', letter: 'c', key: 'c' },
  { name: 'mend', letter: 'm', key: 'c' },
];
const NAMES = { a: 'ann', b: 'bob' };

export default {
  setup() {
    const { t, n, locale } = useI18n();
    const route = useRoute();
    const router = useRouter();
    const { schemes, known } = useCatalogue();
    const playable = usePlayable();
    const { game, busy, problem, start, play, leave } = useGame();
    const said = ref('');
    const fresh = ref(false); // whether these moves are the best so far
    const underWay = ref(null); // the latest move requested
    const line = ref(null);
    const board = ref(null);

    const id = computed(() => String(route.params.id).toUpperCase());
    const scheme = computed(() => find(schemes.value, id.value));
    const rules = computed(() => playable.value?.get(id.value));
    const inAddress = computed(() => String(route.query.moves ?? ''));

    async function begin(moves) {
      said.value = '';
      if (await start(id.value, moves)) afterMove(null);
      if (game.value) nextTick(() => board.value?.focus());
    }

    async function make(move) {
      if (busy.value || !game.value?.possible.includes(move)) return;
      underWay.value = move;
      if (await play(move)) afterMove(move);
      // The pressed button may have disappeared; this keeps the keys working.
      nextTick(() => document.activeElement === document.body && board.value?.focus());
    }

    function afterMove(move) {
      const { moves, ending } = game.value;
      fresh.value = move !== null && ending === 'OVERSOLD' && isBest(id.value, moves);
      said.value = move ? [inWords(move), ...ending ? [endingOf(game.value)] : []].join(' ') : '';
      // Not via the router, which would scroll to the top of the page at each move.
      history.replaceState({ ...history.state, current: addressOf(moves) }, '', addressOf(moves));
    }

    const addressOf = (moves) => router.resolve({ path: `/lab/${id.value}/play`, query: moves.length > 0 ? { moves: moves.join('') } : {} }).href;

    /** What a move did, for screen readers. */
    function inWords(move) {
      const { diagram, clients, renewed } = game.value;
      const who = NAMES[move.at(-1)];
      if (move === 'e') return t(renewed ? 'lab.play.did.renewed' : 'lab.play.did.e');
      if (move.length > 1) return t(`lab.play.did.${move[0]}`, { who });
      const { text, answer } = diagram.steps.findLast((step) => step.kind === 'command' && step.lane === who) ?? { text: '', answer: '' };
      const client = clients.find((one) => one.name === who);
      const ended = diagram.steps.findLast((step) => step.lane === who && ['ends', 'command'].includes(step.kind))?.kind === 'ends';
      return t('lab.play.did.step', { who, text, answer: answer || '–' }) + (ended && client.latest ? ` ${who} ${t(`lab.play.outcome.${client.latest}`)}.` : '');
    }

    const endingOf = ({ ending, moves }) => t(`lab.play.ending.${ending}`, { n: n(moves.length) });

    function moveOf(event) {
      if (event.altKey || event.ctrlKey || event.metaKey) return null;
      const key = event.key;
      if (['a', 'b', 'e'].includes(key)) return key;
      const client = key === key.toLowerCase() ? 'a' : 'b';
      return DEEDS.filter((deed) => deed.key === key.toLowerCase()).map((deed) => deed.letter + client).find((move) => game.value?.possible.includes(move)) ?? null;
    }

    function press(event) {
      const move = moveOf(event);
      if (!move) return;
      event.preventDefault();
      make(move);
    }

    // Another scheme, or a link with moves, replaces the current game.
    watch([id, () => rules.value, () => session.value], async ([now, , person], [before] = []) => {
      if (now !== before) {
        leave();
        problem.value = null;
        said.value = '';
      }
      await sessionKnown();
      if (rules.value && person && inAddress.value && !game.value && !busy.value) begin(inAddress.value);
    }, { immediate: true });

    const moveButton = (move, text, key, look = '', label = undefined) => h('button', {
      key: move,
      type: 'button',
      class: ['button small', look, busy.value === 'move' && underWay.value === move && 'sending'],
      'aria-disabled': String(Boolean(busy.value) || !game.value.possible.includes(move)),
      'aria-label': label,
      'aria-keyshortcuts': key.length > 1 ? 'Shift+' + key.at(-1) : key,
      onClick: () => make(move),
    }, [text, ' ', h('kbd', { 'aria-hidden': 'true' }, key.at(-1))]);

    function clientCard(client) {
      const letter = client.name[0];
      const shift = letter === 'b';
      const { possible } = game.value;
      return h('section', { key: client.name, class: ['card seat', client.condition], 'aria-label': client.name }, [
        h('h3', client.name),
        h('p', { class: 'quiet' }, [
          client.condition === 'done' && client.latest ? t(`lab.play.outcome.${client.latest}`) : t(`lab.play.condition.${client.condition}`),
          client.cut && ` · ${t('lab.play.cutOff')}`,
          client.condition !== 'done' && client.latest && ` · ${t(`lab.play.outcome.${client.latest}`)}`,
        ]),
        client.next && h('p', { class: 'next-command' }, [h('strong', `${t('lab.play.next')}: `), h('code', { lang: 'en' }, client.next.text)]),
        client.next?.source && h('p', { class: 'line-of' }, [h('span', { class: 'quiet' }, `${client.next.source.file}:${client.next.source.line} `), h('code', { lang: 'en' }, client.next.source.text)]),
        !game.value.ending && h('div', { class: 'actions' }, [
          moveButton(letter, t('lab.play.step', { who: client.name }), letter, 'primary'),
          DEEDS.filter((deed) => deed.name === 'kill' || possible.includes(deed.letter + letter)).map((deed) =>
            moveButton(deed.letter + letter, t(`lab.play.${deed.name}`), shift ? `+${deed.key.toUpperCase()}` : deed.key, '', t('lab.play.named', { what: t(`lab.play.${deed.name}`), who: client.name }))),
        ]),
      ]);
    }

    function movesLine() {
      const { moves } = game.value;
      return h('p', { class: 'moves' }, [
        h('strong', t('lab.play.moves', { n: n(moves.length) })), ' ',
        moves.length > 0 ? h('code', { lang: 'en' }, moves.join(' ')) : h('span', { class: 'quiet' }, t('lab.play.noMoves')),
        ' · ', t('lab.play.counted', { sold: n(game.value.sold), left: n(game.value.left) }),
        moves.length > 0 && [' · ', h('a', { href: addressOf(moves) }, t('lab.play.link'))],
      ]);
    }

    function result() {
      const { ending } = game.value;
      const cure = rules.value.cure && find(schemes.value, rules.value.cure);
      return h('div', { class: ['verdict', ending === 'OVERSOLD' ? 'failed' : 'held'] }, [
        h('p', h('strong', endingOf(game.value))),
        fresh.value && h('p', t('lab.play.newBest')),
        ending === 'OVERSOLD' && cure && [
          h('p', t(`lab.play.cure.${id.value}`)),
          h('p', h(RouterLink, { class: 'button primary small', to: `/lab/${cure.id}/play` }, () => t('lab.play.toCure', { name: `${cure.id} ${cure.name}` }))),
        ],
        ending !== 'OVERSOLD' && h('p', rules.value.canBeOversold ? t('lab.play.again') : t(`lab.play.why.${id.value}`)),
      ]);
    }

    const chooser = () => h('div', { class: 'field' }, [
      h('label', { for: 'play-scheme' }, t('lab.play.choose')),
      h('select', { id: 'play-scheme', value: rules.value ? id.value : '', onChange: (event) => router.push(`/lab/${event.target.value}/play`) }, [
        !rules.value && h('option', { value: '' }, '–'),
        schemes.value.filter((one) => playable.value.has(one.id)).map((one) => h('option', { key: one.id, value: one.id }, `${one.id} ${one.name}`)),
      ]),
    ]);

    const whyNot = (one) => (playable.value.leftOut.has(one) ? textIn(playable.value.leftOut.get(one), locale.value) : '');

    /** Groups those with the same reason. */
    function leftOut() {
      const reasons = new Map();
      for (const one of playable.value.leftOut.keys()) reasons.set(whyNot(one), [...(reasons.get(whyNot(one)) ?? []), one]);
      return h('details', [
        h('summary', t('lab.play.leftOut', { n: n(playable.value.leftOut.size) })),
        h('dl', [...reasons].map(([why, ids]) => [h('dt', { key: why }, ids.map((one, at) => [at > 0 && ', ', toScheme(one, one)])), h('dd', why)])),
      ]);
    }

    const controls = () => h('div', { class: 'actions' }, [
      session.value
        ? h('button', { type: 'button', class: ['button', game.value ? 'small' : 'primary', busy.value === 'start' && 'sending'], 'aria-disabled': String(Boolean(busy.value)), onClick: () => busy.value || begin('') }, t(game.value ? 'lab.play.startAgain' : 'lab.play.start'))
        : h(RouterLink, { class: 'button', to: { path: '/login', query: { then: route.fullPath } } }, () => t('lab.play.logIn')),
      game.value?.moves.length > 0 && h('button', { type: 'button', class: 'button small', 'aria-disabled': String(Boolean(busy.value)), onClick: () => busy.value || begin(game.value.moves.slice(0, -1).join('')) }, t('lab.play.undo')),
      best[id.value] && [
        h('span', { class: 'quiet' }, t('lab.play.best', { n: n(best[id.value].count) })),
        session.value && h('button', { type: 'button', class: 'chip', 'aria-disabled': String(Boolean(busy.value)), onClick: () => busy.value || begin(best[id.value].codes) }, t('lab.play.playBest')),
      ],
    ]);

    function fault() {
      const { refused } = game.value ?? {};
      if (problem.value?.type === 'invalid-request') return h('div', { class: 'alert', role: 'alert' }, h('p', t('lab.play.unreadable')));
      if (problem.value) return labAlert(problem.value, t);
      return refused && h('div', { class: 'alert', role: 'alert' }, h('p', t('lab.play.refused', { n: n(refused.number), move: refused.move, why: t(`lab.play.obstacle.${refused.obstacle}`) })));
    }

    const table = () => h('div', { ref: board, class: 'board', tabindex: -1, role: 'group', 'aria-label': t('lab.play.board'), onKeydown: press }, [
      movesLine(),
      game.value.ending && result(),
      h('div', { class: 'clients' }, game.value.clients.map(clientCard)),
      !game.value.ending && h('div', { class: 'actions' }, [
        rules.value.lease !== 'NONE' && moveButton('e', t('lab.play.lease'), 'e'),
        h('span', { class: 'quiet' }, t('lab.play.keys')),
      ]),
    ]);

    return () => {
      if (!known.value || !playable.value) return [heading(t('lab.play.title')), h('p', { role: 'status', 'aria-busy': 'true' }, t('loading'))];
      const name = scheme.value ? `${scheme.value.id} ${scheme.value.name}` : id.value;
      return h('div', { class: 'lab play' }, [
        h('p', scheme.value ? toScheme(scheme.value.id, `← ${name}`) : h(RouterLink, { to: '/lab' }, () => `← ${t('lab.title')}`)),
        heading(t('lab.play.of', { name })),
        h('p', { class: 'lead' }, t('lab.play.lead')),
        chooser(),
        !rules.value && h('p', { role: 'status' }, [t('lab.play.notPlayable'), ' ', whyNot(id.value)]),
        rules.value && [
          h('p', { class: 'quiet' }, `${t(`lab.play.time.${rules.value.lease}`)} ${rules.value.link ? t('lab.play.linkCut') : ''}`),
          controls(),
          fault(),
          h('p', { class: 'told', role: 'status' }, busy.value === 'start' ? t('lab.play.starting') : said.value),
          game.value && [
            table(),
            h('div', { class: 'beside' }, [
              game.value.diagram.steps.length > 0 && h(Diagram, { diagram: game.value.diagram, growing: !game.value.ending, label: t('lab.diagram.of', { name: id.value }), onLine: (at) => (line.value = at) }),
              h(Source, { schemes: [scheme.value], shown: id.value, present: line.value }),
            ]),
          ],
        ],
        leftOut(),
      ]);
    };
  },
};

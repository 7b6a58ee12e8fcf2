// Starts a game at the lab, plays moves, and remembers the best ones.

import { onMounted, onUnmounted, reactive, ref, shallowRef, watch } from 'vue';
import { call, get, post } from '../api.js';

const KEY = 'flash-sale.scheduler';

let asked = null; // the schemes change only with the server's version

/** All playable schemes and all excluded ones, each by id; null until known. */
export function usePlayable() {
  const playable = shallowRef(null);
  onMounted(async () => {
    try {
      asked ??= get('/api/lab/games');
      const { schemes, leftOut } = await asked;
      const byId = new Map(schemes.map((one) => [one.strategy, one]));
      playable.value = Object.assign(byId, { leftOut: new Map(leftOut.map((one) => [one.strategy, one.why])) });
    } catch {
      asked = null; // the lab is down, so the page offers no game
    }
  });
  return playable;
}

/**
 *   game      as the lab returns it, or null
 *   busy      'start' or 'move' while the lab works
 *   problem   the lab's latest refusal
 *   start     starts a new game with these moves; returns whether it did
 *   play      plays a move; returns whether it did
 */
export function useGame() {
  const game = shallowRef(null);
  const busy = ref(null);
  const problem = ref(null);
  let gone = false;

  async function asking(what, question) {
    if (busy.value) return false;
    busy.value = what;
    problem.value = null;
    try {
      game.value = await question();
      if (gone) leave();
      return true;
    } catch (refusal) {
      problem.value = refusal;
      return false;
    } finally {
      busy.value = null;
    }
  }

  const start = (strategy, moves) => asking('start', () => {
    game.value = null;
    return post('/api/lab/games', { strategy, moves });
  });

  async function play(move) {
    const { id } = game.value;
    if (await asking('move', () => post(`/api/lab/games/${id}/moves`, { move }))) return true;
    // The game may have ended by itself meanwhile.
    if (problem.value?.body?.obstacle === 'game-over') await asking('move', () => get(`/api/lab/games/${id}`));
    return false;
  }

  /** The visitor has left, so the game's resources are free for others. */
  function leave() {
    if (game.value && !game.value.ending) call('DELETE', `/api/lab/games/${game.value.id}`).catch(() => {});
    game.value = null;
  }

  onUnmounted(() => {
    gone = true;
    leave();
  });
  return { game, busy, problem, start, play, leave };
}

/** By scheme id, the fewest moves that have oversold it in this browser: { codes, count }. */
export const best = reactive(stored());

function stored() {
  try {
    const kept = Object.entries(JSON.parse(localStorage.getItem(KEY)) ?? {});
    return Object.fromEntries(kept.filter(([, one]) => /^[a-z]{1,120}$/.test(one?.codes) && Number.isInteger(one.count)));
  } catch {
    return {}; // storage may be forbidden
  }
}

watch(best, () => {
  try {
    localStorage.setItem(KEY, JSON.stringify(best));
  } catch {
    // then they are remembered for this visit only
  }
});

/** Whether these are fewer moves than ever before; if so, they are remembered. */
export function isBest(strategy, moves) {
  if (best[strategy] && best[strategy].count <= moves.length) return false;
  best[strategy] = { codes: moves.join(''), count: moves.length };
  return true;
}

// Starts runs, one at a time as the lab requires, and follows each to its end.

import { onUnmounted, ref, shallowReactive } from 'vue';
import { call, get, post } from '../api.js';
import { followEvents } from '../event-stream.js';
import { keyOf } from './catalogue.js';

const ASK_EVERY_MS = 1500;

export const isOver = (run) => ['DONE', 'CANCELLED', 'FAILED'].includes(run.state);

/**
 *   seen       by key, such as A6/crowd: { run, holdings, sold, diagram } of the latest run
 *   underWay   the key of the current run, or null
 *   problem    why no run could be started, or why it cannot be followed
 *   start      returns the finished run; null if it was refused, or the visitor has left
 *   show       the same for a run that was started elsewhere
 *   cancel     ends the current run
 */
export function useRuns() {
  const seen = shallowReactive({});
  const underWay = ref(null);
  const problem = ref(null);
  let stop = () => {};

  async function start(scheme, scenario, sizes = {}) {
    if (underWay.value) return null;
    const key = keyOf(scheme, scenario);
    underWay.value = key;
    problem.value = null;
    try {
      return await toItsEnd(key, await post('/api/lab/runs', { strategy: scheme, scenario, ...sizes }));
    } catch (refusal) {
      problem.value = refusal;
      return null;
    } finally {
      underWay.value = null;
    }
  }

  async function show(runId) {
    try {
      const run = await get(`/api/lab/runs/${runId}`);
      const key = keyOf(run.strategy, run.scenario);
      problem.value = null;
      if (isOver(run)) {
        seen[key] = settled(run);
        return run;
      }
      underWay.value = key;
      return await toItsEnd(key, run);
    } catch (failure) {
      problem.value = failure;
      return null;
    } finally {
      underWay.value = null;
    }
  }

  function toItsEnd(key, run) {
    const change = (news) => (seen[key] = { ...seen[key], ...news });
    change({ run, holdings: [], sold: 0, diagram: null });
    return new Promise((done) => {
      const state = (news) => change({ run: { ...seen[key].run, state: news.state } });
      const result = (whole) => {
        end();
        problem.value = null;
        seen[key] = settled(whole);
        done(whole);
      };
      const events = {
        // A run counts as over once its result has arrived, in the next event.
        state: (news) => isOver(news) || state(news),
        progress: ({ sold }) => change({ sold }),
        diagram: (diagram) => change({ diagram }),
        holder: (holding) => change({ holdings: [...seen[key].holdings, holding] }),
        result,
      };
      const path = `/api/lab/runs/${run.id}`;
      const end = followEvents(`${path}/events`, events, {
        // Each connection replays all events from the beginning, also after a broken stream.
        onOpen: () => change({ holdings: [], sold: 0, diagram: null }),
        ask: path,
        askEveryMs: ASK_EVERY_MS,
        onAnswer: (latest) => (isOver(latest) ? result(latest) : state(latest)),
        onProblem: (failure) => {
          problem.value = failure;
          if (failure?.status === 404) done(null);
        },
        hidden: 'ask',
      });
      stop = () => {
        end();
        done(null);
      };
    });
  }

  async function cancel() {
    const { run } = seen[underWay.value] ?? {};
    if (!run) return;
    try {
      await call('DELETE', `/api/lab/runs/${run.id}`);
    } catch (refusal) {
      problem.value = refusal;
    }
  }

  onUnmounted(() => stop());
  return { seen, underWay, problem, start, show, cancel };
}

/** A finished run shows its report, not what the stream delivered. */
const settled = (run) => ({ run, holdings: run.report?.timeline ?? [], sold: run.report?.sold ?? 0, diagram: run.report?.diagram ?? null });

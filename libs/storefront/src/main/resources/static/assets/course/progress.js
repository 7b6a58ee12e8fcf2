// What this browser remembers of the course, for all its tabs: chapters read, scenarios run, predictions.

import { computed, reactive, watch } from 'vue';

const KEY = 'flash-sale.course';
const DAY_MS = 24 * 60 * 60 * 1000;

/** A wrong belief comes back after so many days, until the reader has been right each time. */
const AGAIN_AFTER_DAYS = [1, 3, 7];

/**
 *   read          ids of chapters
 *   ran           keys of scenarios, such as A6/crowd
 *   predicted     by the same keys, how the first prediction turned out: { outcome, left }, each true, false or null
 *   again         by topic (see topicOf), what was predicted wrongly: { key, step, at }, asked again at this time
 *   predictFirst  whether the pages hide a run's results until the reader has predicted them
 */
const nothing = () => ({ read: [], ran: [], predicted: {}, again: {}, predictFirst: false });

export const progress = reactive(stored());

function stored() {
  try {
    return { ...nothing(), ...JSON.parse(localStorage.getItem(KEY)) };
  } catch {
    return nothing(); // storage may be forbidden
  }
}

watch(progress, () => {
  try {
    localStorage.setItem(KEY, JSON.stringify(progress));
  } catch {
    // then it is remembered for this visit only
  }
});

window.addEventListener('storage', (event) => event.key === KEY && Object.assign(progress, stored()));

export const hasRead = (chapter) => progress.read.includes(chapter);

export function markRead(chapter, read) {
  progress.read = read ? [...new Set([...progress.read, chapter])] : progress.read.filter((one) => one !== chapter);
}

export function markRun(key) {
  if (!progress.ran.includes(key)) progress.ran.push(key);
}

/** What a scenario teaches: how something fails, or what it alone shows. */
export const topicOf = (key, { failure }) => failure ?? key;

const isDue = (topic) => progress.again[topic]?.at <= Date.now();

/** What to ask again now, longest overdue first. */
export const dueAgain = () =>
  Object.entries(progress.again).filter(([topic]) => isDue(topic)).map(([topic, one]) => ({ topic, ...one })).sort((a, b) => a.at - b.at);

/** Whether the pages hide what happens in the scenario until the reader has predicted it. */
export const isSecret = (key, scenario) => progress.predictFirst || isDue(topicOf(key, scenario));

/** In the score only the first prediction of each scenario counts: after that the result is known. */
export function markPredicted(key, scenario, worth) {
  if (!(key in progress.predicted)) progress.predicted[key] = worth;
  const topic = topicOf(key, scenario);
  if (worth.outcome === false || worth.left === false) askAgain(topic, key, 0);
  else if (isDue(topic) && (worth.outcome || worth.left)) askAgain(topic, key, progress.again[topic].step + 1);
}

function askAgain(topic, key, step) {
  if (step === AGAIN_AFTER_DAYS.length) delete progress.again[topic];
  else progress.again[topic] = { key, step, at: Date.now() + AGAIN_AFTER_DAYS[step] * DAY_MS };
}

export const forgetAll = () => Object.assign(progress, nothing());

/** How many outcomes and final stocks were predicted, and how many correctly. */
export const score = computed(() => {
  const all = Object.values(progress.predicted);
  const of = (what) => {
    const asked = all.map((one) => one[what]).filter((right) => right !== null);
    return { right: asked.filter(Boolean).length, of: asked.length };
  };
  return { outcome: of('outcome'), left: of('left') };
});

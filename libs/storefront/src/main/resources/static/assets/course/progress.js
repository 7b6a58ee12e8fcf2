// What this browser remembers of the course, for all its tabs: chapters read, scenarios run, predictions.

import { computed, reactive, watch } from 'vue';

const KEY = 'flash-sale.course';

/**
 *   read          ids of chapters
 *   ran           keys of scenarios, such as A6/crowd
 *   predicted     by the same keys, how the first prediction turned out: { outcome, left }, each true, false or null
 *   predictFirst  whether the pages hide a run's results until the reader has predicted them
 */
const nothing = () => ({ read: [], ran: [], predicted: {}, predictFirst: false });

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

/** Only the first prediction of each scenario counts: after that the result is known. */
export function markPredicted(key, worth) {
  if (!(key in progress.predicted)) progress.predicted[key] = worth;
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

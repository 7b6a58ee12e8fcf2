// The schemes as the lab states them, in the reader's language. The English texts come from the lab itself.

import { computed, onMounted, ref, shallowRef } from 'vue';
import { useI18n } from 'vue-i18n';
import { get } from '../api.js';
import { isPresent } from '../parts.js';
import chinese from './cases-zh.js';

let asked = null; // the catalogue changes only with the server's version, so one answer is enough for a visit

/** The schemes in their order, what a run may be at most, and what went wrong in asking. */
export function useCatalogue() {
  const { locale } = useI18n();
  const answer = shallowRef(null);
  const problem = ref(null);

  async function load() {
    try {
      asked ??= get('/api/lab/strategies');
      answer.value = await asked;
      problem.value = null;
    } catch (failure) {
      asked = null;
      problem.value = failure;
    }
  }
  if (isPresent('LOCK_LAB')) onMounted(load);

  const schemes = computed(() => answer.value?.strategies.map((one) => (locale.value === 'zh' ? inChinese(one) : one)) ?? []);
  const limits = computed(() => answer.value?.limits);
  return { schemes, limits, problem, load, known: computed(() => answer.value !== null) };
}

/** The scheme with the texts that are there in Chinese; the others stay as they are. */
function inChinese(scheme) {
  const texts = chinese[scheme.id];
  if (!texts) return scheme;
  const { scenarios, ...about } = texts;
  return {
    ...scheme,
    ...about,
    scenarios: scheme.scenarios.map((one) => ({ ...one, explanation: scenarios?.[one.id] ?? one.explanation })),
    asked: scheme.asked.map((one) => ({ ...one, explanation: chinese.asked[one.id] ?? one.explanation })),
  };
}

export const find = (schemes, id) => schemes.find((one) => one.id === id?.toUpperCase());

/** One of its own, or one that is asked of each scheme. */
export const scenarioOf = (scheme, id) => [...(scheme?.scenarios ?? []), ...(scheme?.asked ?? [])].find((one) => one.id === id);

/** What a run is known by on a page: `A6/lease-too-short`. */
export const keyOf = (scheme, scenario) => `${scheme}/${scenario}`;

/** The groups of the course with their schemes, those without any left out. */
export function grouped(schemes) {
  const groups = new Map();
  for (const one of schemes) groups.set(one.group, [...(groups.get(one.group) ?? []), one]);
  return [...groups].sort(([one], [other]) => one.localeCompare(other));
}

// The texts of the course that the lock lab renders, in the reader's language.

import { nextTick, ref, shallowRef, watch } from 'vue';
import { useRoute } from 'vue-router';
import { useI18n } from 'vue-i18n';
import { get } from '../api.js';

/**
 * A text that follows the language. `path` is called with the language, and the text is reloaded when the result
 * changes.
 */
export function useText(path) {
  const { locale } = useI18n();
  const text = ref(null);
  const problem = ref(null);

  async function load() {
    const wanted = path(locale.value);
    try {
      const found = await get(wanted, { plain: true });
      if (wanted !== path(locale.value)) return;
      problem.value = null;
      text.value = found;
    } catch (failure) {
      if (wanted === path(locale.value)) problem.value = failure;
    }
  }
  watch(() => path(locale.value), load, { immediate: true });
  return { text, problem, load };
}

/** Scrolls to the heading, line or case in the address, once it is there. `there` is what must have loaded. */
export function useAnchor(...there) {
  const route = useRoute();
  watch(there, async () => {
    await nextTick();
    if (route.hash) document.getElementById(route.hash.slice(1))?.scrollIntoView();
  });
}

const lists = new Map(); // by language; they change only with the server's version

/** All chapters: { id, title, cases }. Empty until they are known. */
export function useChapters() {
  const { locale } = useI18n();
  const chapters = shallowRef([]);
  watch(locale, async (language) => {
    if (!lists.has(language)) lists.set(language, get(`/course/texts/${language}`));
    try {
      const found = await lists.get(language);
      if (language === locale.value) chapters.value = found;
    } catch {
      lists.delete(language); // the page works without them; its text shows the problem
    }
  }, { immediate: true });
  return chapters;
}

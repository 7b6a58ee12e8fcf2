// A chapter: its text, its places to run cases, and the link to the next chapter.

import { computed, h } from 'vue';
import { RouterLink, useRoute } from 'vue-router';
import { useI18n } from 'vue-i18n';
import NotFound from '../not-found.js';
import { alert } from '../ui.js';
import { PredictFirst, messages as predictionMessages } from '../lab/prediction.js';
import { hasRead, markRead } from './progress.js';
import { Rendered } from './rendered.js';
import { provideLab } from './run-here.js';
import { useAnchor, useChapters, useText } from './texts.js';

export const messages = [new URL('../lab/messages', import.meta.url), predictionMessages, new URL('./messages', import.meta.url), new URL('../lab/play-messages', import.meta.url)];
export const styles = [new URL('../lab/lab.css', import.meta.url), new URL('../lab/prediction.css', import.meta.url), new URL('./course.css', import.meta.url)];

export default {
  setup() {
    const { t } = useI18n();
    const route = useRoute();
    const chapter = route.params.chapter;
    const { text, problem, load } = useText((language) => `/course/texts/${language}/chapters/${chapter}`);
    const chapters = useChapters();
    const catalogue = provideLab();
    useAnchor(text, catalogue.known);

    const present = computed(() => chapters.value.find((one) => one.id === chapter));
    const next = computed(() => chapters.value[chapters.value.indexOf(present.value) + 1]);

    /** The reader's options, below the title. */
    const choices = () => h('div', { class: 'choices' }, [
      present.value?.cases.length > 0 && h(PredictFirst),
      present.value?.cases.length > 0 && catalogue.problem.value && alert(t('course.noLab'), catalogue.load),
    ]);

    const end = () => h('footer', { class: 'end card' }, [
      h('label', { class: 'pick' }, [
        h('input', { type: 'checkbox', checked: hasRead(chapter), onChange: (event) => markRead(chapter, event.target.checked) }),
        t('course.haveRead'),
      ]),
      next.value
        ? h(RouterLink, { class: 'button primary', to: `/course/${next.value.id}`, onClick: () => markRead(chapter, true) }, () => t('course.next', { title: next.value.title }))
        : h(RouterLink, { class: 'button primary', to: '/course', onClick: () => markRead(chapter, true) }, () => t('course.contents')),
    ]);

    return () => {
      if (problem.value?.status === 404) return h(NotFound);
      return h('article', { class: 'lab course' }, [
        alert(problem.value, load),
        text.value === null && !problem.value && h('p', { role: 'status', 'aria-busy': 'true' }, t('loading')),
        text.value !== null && [h(Rendered, { html: text.value }, choices), end()],
      ]);
    };
  },
};

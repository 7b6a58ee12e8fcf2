// The table of contents, with the reader's progress.

import { computed, h } from 'vue';
import { RouterLink } from 'vue-router';
import { useI18n } from 'vue-i18n';
import { alert } from '../ui.js';
import { Score, messages as predictionMessages } from '../lab/prediction.js';
import { AskedAgain } from './asked-again.js';
import { forgetAll, hasRead, progress } from './progress.js';
import { Rendered } from './rendered.js';
import { useAnchor, useChapters, useText } from './texts.js';

export const messages = [new URL('../lab/messages', import.meta.url), predictionMessages, new URL('./messages', import.meta.url), new URL('../lab/play-messages', import.meta.url)];
export const styles = [new URL('../lab/lab.css', import.meta.url), new URL('../lab/prediction.css', import.meta.url), new URL('./course.css', import.meta.url)];

export default {
  setup() {
    const { t } = useI18n();
    const { text, problem, load } = useText((language) => `/course/texts/${language}/contents`);
    const chapters = useChapters();
    useAnchor(text);

    const first = computed(() => chapters.value.find((one) => !hasRead(one.id)));
    const begun = computed(() => progress.read.length > 0 || progress.ran.length > 0);

    const soFar = () => h('div', { class: 'card so-far' }, [
      begun.value && h('p', t('course.soFar', { read: chapters.value.filter((one) => hasRead(one.id)).length, of: chapters.value.length, ran: progress.ran.length })),
      h(Score),
      h(AskedAgain),
      h('div', { class: 'actions' }, [
        first.value && h(RouterLink, { class: 'button primary', to: `/course/${first.value.id}` }, () => t(begun.value ? 'course.goOn' : 'course.begin', { title: first.value.title })),
        begun.value && h('button', { type: 'button', class: 'button small', onClick: forgetAll }, t('course.forget')),
      ]),
    ]);

    return () => h('article', { class: 'lab course' }, [
      alert(problem.value, load),
      text.value === null && !problem.value && h('p', { role: 'status', 'aria-busy': 'true' }, t('loading')),
      text.value !== null && h(Rendered, { html: text.value }, soFar),
    ]);
  },
};

// What the reader predicted wrongly, asked again after some days, also with other scenarios that fail in the same way.

import { computed, h } from 'vue';
import { useI18n } from 'vue-i18n';
import { keyOf } from '../lab/catalogue.js';
import { dueAgain, topicOf } from './progress.js';
import { RunHere, provideLab } from './run-here.js';

export const AskedAgain = {
  setup() {
    const due = dueAgain(); // those of this visit: an answer must stay on the page
    if (due.length === 0) return () => null;
    const { t } = useI18n();
    const { schemes } = provideLab();

    const keys = computed(() => due.map(({ topic, key, step }) => {
      const alike = schemes.value.flatMap((scheme) => scheme.scenarios.map((one) => ({ key: keyOf(scheme.id, one.id), scenario: one })))
        .filter((one) => topicOf(one.key, one.scenario) === topic)
        .map((one) => one.key);
      return alike.length > 0 ? alike[(alike.indexOf(key) + step) % alike.length] : key;
    }));

    return () => h('section', { class: 'asked-again', 'aria-labelledby': 'asked-again-title' }, [
      h('h2', { id: 'asked-again-title' }, t('course.askedAgain')),
      h('p', { class: 'quiet' }, t('course.askedAgainWhy')),
      keys.value.map((key) => h(RunHere, { key, subject: key })),
    ]);
  },
};

// Links a case to the chapters about it.

import { h } from 'vue';
import { RouterLink } from 'vue-router';
import { useI18n } from 'vue-i18n';
import { useChapters } from './texts.js';

export const ChaptersOf = {
  props: { id: { type: String, required: true } },
  setup(props) {
    const { t } = useI18n();
    const chapters = useChapters();
    return () => {
      const found = chapters.value.filter(({ cases }) => cases.includes(props.id));
      return found.length > 0 && h('p', { class: 'chapters-of' }, [
        t('course.toldIn'),
        found.map(({ id, title }) => [' ', h(RouterLink, { key: id, to: `/course/${id}#run-${props.id}` }, () => title)]),
      ]);
    };
  },
};

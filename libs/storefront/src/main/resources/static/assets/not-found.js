import { h } from 'vue';
import { RouterLink } from 'vue-router';
import { useI18n } from 'vue-i18n';
import { heading } from './ui.js';

export default {
  setup() {
    const { t } = useI18n();
    return () =>
      h('div', { class: 'narrow' }, [
        heading(t('notFound.title')),
        h('p', t('notFound.text')),
        h('p', h(RouterLink, { to: '/', class: 'button primary' }, () => t('notFound.home'))),
      ]);
  },
};

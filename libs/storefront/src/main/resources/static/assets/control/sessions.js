// Ends all sessions of one account, for instance after its password has leaked.

import { h, ref } from 'vue';
import { useI18n } from 'vue-i18n';
import { post } from '../api.js';
import { alert } from '../ui.js';
import { changeable } from './problem.js';

export const Sessions = {
  emits: ['ended'],
  setup(props, { emit }) {
    const { t } = useI18n();
    const username = ref('');
    const sending = ref(false);
    const problem = ref(null);
    const said = ref('');

    async function end(event) {
      event.preventDefault();
      if (sending.value) return;
      sending.value = true;
      problem.value = null;
      said.value = '';
      const name = username.value.trim();
      try {
        await post(`/api/admin/accounts/${encodeURIComponent(name)}/logout`);
        said.value = t('control.sessions.ended', { name });
        username.value = '';
        emit('ended');
      } catch (refusal) {
        problem.value = refusal;
      } finally {
        sending.value = false;
      }
    }

    const sentenceOf = (refusal) => (refusal.type === 'not-found' ? t('control.sessions.nobody') : changeable(refusal));

    return () =>
      h('section', { class: 'sessions', 'aria-labelledby': 'sessions-title' }, [
        h('h2', { id: 'sessions-title' }, t('control.sessions.title')),
        h('p', { class: 'quiet' }, t('control.sessions.explain')),
        h('form', { class: 'inline-form', onSubmit: end }, [
          h('label', { for: 'sessions-of' }, t('control.sessions.username')),
          h('input', {
            id: 'sessions-of',
            autocomplete: 'off',
            autocapitalize: 'none',
            spellcheck: false,
            required: true,
            maxlength: 32,
            value: username.value,
            onInput: (event) => (username.value = event.target.value),
          }),
          h('button', { class: 'button small', disabled: sending.value }, t(sending.value ? 'control.sending' : 'control.sessions.end')),
        ]),
        alert(problem.value && sentenceOf(problem.value)),
        h('p', { role: 'status' }, said.value),
      ]);
  },
};

// The visitor's account: change the password, if it has one, or end all sessions. Both end this session, too.

import { h, nextTick, reactive, ref } from 'vue';
import { useRouter } from 'vue-router';
import { useI18n } from 'vue-i18n';
import { post } from '../api.js';
import { alert, heading, sentence } from '../ui.js';
import { limitBytes } from './form.js';
import { endSession, session } from './session.js';

export const messages = new URL('./messages', import.meta.url);

export default {
  setup() {
    const { t } = useI18n();
    const router = useRouter();
    const typed = reactive({ currentPassword: '', newPassword: '' });
    const sending = ref(false);
    const problem = ref(null);

    async function attempt(work) {
      if (sending.value) return;
      sending.value = true;
      problem.value = null;
      try {
        await work();
        await router.replace('/login');
      } catch (refusal) {
        problem.value = refusal;
        await nextTick();
        if (refusal.type === 'wrong-password') document.getElementById('currentPassword')?.focus();
        if (refusal.type === 'invalid-request') document.getElementById('newPassword')?.focus();
      } finally {
        sending.value = false;
      }
    }

    function change(event) {
      event.preventDefault();
      return attempt(async () => {
        await post('/api/accounts/password', { ...typed });
        await endSession(false);
      });
    }

    const field = (name, autocomplete, rule) =>
      h('div', { class: 'field' }, [
        h('label', { for: name }, t(`account.${name}`)),
        h('input', {
          id: name,
          name,
          type: 'password',
          autocomplete,
          required: true,
          value: typed[name],
          'aria-describedby': rule ? `${name}-rule` : undefined,
          onInput: (event) => {
            typed[name] = event.target.value;
            if (name === 'newPassword') limitBytes(event.target, t('account.passwordTooLong'));
          },
        }),
        rule && h('p', { id: `${name}-rule`, class: 'quiet' }, rule),
      ]);

    return () =>
      h('div', { class: 'narrow card form' }, [
        heading(t('account.mine')),
        h('p', { class: 'quiet' }, t('nav.signedInAs', { name: session.value?.username ?? '' })),
        alert(problem.value && sentence(problem.value)),
        session.value?.hasPassword === false
          ? h('p', t('problem.no-password'))
          : h('form', { onSubmit: change }, [
              field('currentPassword', 'current-password'),
              field('newPassword', 'new-password', t('account.newPasswordRule')),
              h('button', { class: 'button primary wide', 'aria-disabled': String(sending.value) }, t(sending.value ? 'account.sending' : 'account.change')),
            ]),
        h('p', { class: 'quiet' }, t('account.everywhereRule')),
        h('button', { type: 'button', class: 'button wide', onClick: () => attempt(() => endSession(true)) }, t('account.everywhere')),
      ]);
  },
};

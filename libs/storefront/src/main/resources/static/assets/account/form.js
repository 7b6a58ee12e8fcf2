// The form for logging in and signing up. It keeps its contents when the server refuses.

import { h, nextTick, reactive, ref } from 'vue';
import { RouterLink, useRoute, useRouter } from 'vue-router';
import { useI18n } from 'vue-i18n';
import { Problem } from '../api.js';
import { alert, heading, sentence } from '../ui.js';
import { safeTarget } from './target.js';

/**
 * BCrypt takes 72 bytes, which is 24 of most Chinese characters. An attribute of the field could limit only
 * characters.
 */
export function limitBytes(input, message) {
  input.setCustomValidity(new TextEncoder().encode(input.value).length > 72 ? message : '');
}

/**
 * @param page { title, submit(username, password), rules, other: { path, question, title } } as keys of texts; and
 *   provider: { name(), logIn(then) } if a provider may log shoppers in
 */
export function credentialsPage(page) {
  return {
    setup() {
      const { t } = useI18n();
      const route = useRoute();
      const router = useRouter();
      const typed = reactive({ username: '', password: '' });
      const shown = ref(false);
      const sending = ref(false);
      const refused = page.provider && route.query.refused; // why a log-in with the provider came back without a session
      const problem = ref(typeof refused === 'string' ? new Problem(0, { type: refused }, 0) : null);
      const provider = ref(null);
      page.provider?.name().then((name) => (provider.value = name));

      async function logInWithProvider() {
        if (sending.value) return;
        sending.value = true;
        problem.value = null;
        try {
          await page.provider.logIn(safeTarget(route.query.then));
        } catch (refusal) {
          problem.value = refusal;
          sending.value = false;
        }
      }

      async function submit(event) {
        event.preventDefault();
        if (sending.value) return;
        sending.value = true;
        problem.value = null;
        try {
          await page.submit(typed.username.trim(), typed.password);
          await router.replace(safeTarget(route.query.then));
        } catch (refusal) {
          problem.value = refusal;
          await nextTick();
          const field = refusal instanceof Problem && refusal.type === 'username-taken' ? 'username' : 'password';
          if (refusal.status === 401 || refusal.status === 409) document.getElementById(field)?.focus();
        } finally {
          sending.value = false;
        }
      }

      const field = (name, type, autocomplete, rule) =>
        h('div', { class: 'field' }, [
          h('label', { for: name }, t(`account.${name}`)),
          h('input', {
            id: name,
            name,
            type,
            autocomplete,
            required: true,
            spellcheck: false,
            autocapitalize: 'none',
            ...(page.rules?.[name] ?? {}),
            value: typed[name],
            'aria-describedby': rule ? `${name}-rule` : undefined,
            onInput: (event) => {
              typed[name] = event.target.value;
              if (name === 'password' && page.rules) limitBytes(event.target, t('account.passwordTooLong'));
            },
          }),
          rule && h('p', { id: `${name}-rule`, class: 'quiet' }, rule),
        ]);

      return () =>
        h('div', { class: 'narrow card form' }, [
          heading(t(page.title)),
          route.query.then && h('p', { class: 'quiet' }, t(route.query.why === 'ended' ? 'account.ended' : 'account.needed')),
          alert(problem.value && sentence(problem.value)),
          h('form', { onSubmit: submit }, [
            field('username', 'text', 'username', page.rules && t('account.usernameRule')),
            field('password', shown.value ? 'text' : 'password', page.rules ? 'new-password' : 'current-password', page.rules && t('account.passwordRule')),
            h('label', { class: 'check' }, [
              h('input', { type: 'checkbox', checked: shown.value, onChange: (event) => (shown.value = event.target.checked) }),
              t('account.show'),
            ]),
            h('button', { class: 'button primary wide', 'aria-disabled': String(sending.value) }, t(sending.value ? 'account.sending' : page.title)),
          ]),
          provider.value &&
            h('button', { type: 'button', class: 'button wide', 'aria-disabled': String(sending.value), onClick: logInWithProvider }, t('account.withProvider', { name: provider.value })),
          h('p', { class: 'quiet' }, [
            t(page.other.question),
            ' ',
            h(RouterLink, { to: { path: page.other.path, query: route.query } }, () => t(page.other.title)),
          ]),
        ]);
    },
  };
}

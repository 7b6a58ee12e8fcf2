import { credentialsPage } from './form.js';
import { logIn, signUp } from './session.js';

export const messages = new URL('./messages', import.meta.url);

let made = ''; // an account that exists although logging in failed is not created again

export default credentialsPage({
  title: 'account.signUp',
  rules: {
    username: { minlength: 3, maxlength: 32, pattern: '[A-Za-z0-9_.\\-]{3,32}' },
    password: { minlength: 8, maxlength: 72 },
  },
  async submit(username, password) {
    const account = `${username}\n${password}`;
    if (made !== account) {
      await signUp(username, password);
      made = account;
    }
    await logIn(username, password);
  },
  other: { path: '/login', question: 'account.haveAccount', title: 'account.logIn' },
});

import { credentialsPage } from './form.js';
import { logIn, logInWithProvider, providerOfLogIns } from './session.js';

export const messages = new URL('./messages', import.meta.url);

export default credentialsPage({
  title: 'account.logIn',
  submit: logIn,
  provider: { name: providerOfLogIns, logIn: logInWithProvider },
  other: { path: '/sign-up', question: 'account.noAccount', title: 'account.signUp' },
});

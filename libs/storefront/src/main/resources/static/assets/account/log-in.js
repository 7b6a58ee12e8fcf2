import { credentialsPage } from './form.js';
import { logIn } from './session.js';

export { messages } from './messages.js';

export default credentialsPage({
  title: 'account.logIn',
  submit: logIn,
  other: { path: '/sign-up', question: 'account.noAccount', title: 'account.signUp' },
});

export const messages = {
  en: {
    account: {
      logIn: 'Log in',
      signUp: 'Create an account',
      ended: 'Your session has ended. Log in, and you are back where you were.',
      needed: 'Log in, and you are back where you were.',
      username: 'Name',
      password: 'Password',
      usernameRule: '3 to 32 letters, digits, or one of _ . -',
      passwordRule: 'At least 8 characters',
      show: 'Show password',
      sending: 'One moment …',
      noAccount: 'No account yet?',
      haveAccount: 'You have one?',
    },
  },
  zh: {
    account: {
      logIn: '登录',
      signUp: '注册账号',
      ended: '登录已过期。请重新登录，之后会回到刚才的页面。',
      needed: '请登录，之后会回到刚才的页面。',
      username: '用户名',
      password: '密码',
      usernameRule: '3 到 32 个字母、数字或 _ . -',
      passwordRule: '至少 8 个字符',
      show: '显示密码',
      sending: '请稍候…',
      noAccount: '还没有账号？',
      haveAccount: '已有账号？',
    },
  },
};

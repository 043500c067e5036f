// The sentences of signing in.
export const texts = {
  login: 'LOGIN',
  register: 'Register to become a member',
  support: 'Trouble signing in?',
  sendFailed: 'Failed to send verification code',

  codeTitle: 'Enter your code',
  codeSent: 'Code sent to ',
  codeResent: 'A new code was sent to ',
  codeShort: 'Enter all 6 digits',
  codeWrong: 'Invalid code',
  codeFailed: 'Verification failed',
  resendFailed: 'Failed to resend',

  notFetched: 'The code screen could not be loaded. Please check your internet connection.',
} as const;

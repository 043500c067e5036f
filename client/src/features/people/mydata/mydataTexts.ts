// What the sheet of the member's own data says.
export const texts = {
  title: 'My data',
  text: 'Take a copy of everything about you, or have it erased.',
  loading: 'Loading',
  failed: 'This could not be loaded.',

  exportTitle: 'A copy of my data',
  exportText:
    'A zip with what you wrote and sent, your points, contributions, sessions and settings. It is made for you in a moment.',
  exportAsk: 'Prepare a copy',
  exportRunning: 'Your copy is being prepared. You may leave this page.',
  exportReady: (until: string) => `Your copy is ready. It can be fetched until ${until}.`,
  exportFetch: 'Download my data',
  exportExpired: 'Your last copy has expired.',
  exportFailed: 'The copy could not be prepared',

  eraseTitle: 'Erase me',
  eraseText:
    'Your name, addresses, profile, points and pictures are erased. What you wrote stays readable for others under a name that says nothing.',
  erasePause: 'You have seven days to change your mind.',
  erase: 'Erase my data',
  askTitle: 'Erase your data?',
  askText: 'After seven days this cannot be undone. Until then you can sign in and keep your account.',
  askOn: 'Continue',
  sureTitle: 'Are you sure?',
  sureText: (name: string) => `Type ${name} to confirm.`,
  sureLabel: 'Your username',
  sureLabelNameless: 'Your e-mail or phone',
  sureDo: 'Erase me in seven days',
  cancel: 'Cancel',
  asked: 'You will be erased in seven days',
  eraseFailed: 'This could not be asked for',
  pending: (at: string) => `You will be erased on ${at}.`,
  keep: 'Keep my account',
  kept: 'Your account stays',
  keepFailed: 'This could not be taken back',
};

// What the member's settings say.

export const texts = {
  ignoredTitle: 'Ignored members',
  ignoredText: 'Their messages and typing are hidden from you. They are not told.',
  ignoredLoading: 'Loading ignored members',
  ignoredFailed: 'The list of ignored members could not be loaded.',
  ignoredNone: 'You ignore nobody',
  ignoredNext: 'Open the profile of a member to ignore them.',
  unnamed: 'A member without a username',
  unignore: 'Show again',
  unignoreOf: (name: string) => `Show ${name} again`,
  unignored: (name: string) => `You see ${name} again`,
  unignoreFailed: 'This could not be changed',
  tryAgain: 'Try again',
} as const;

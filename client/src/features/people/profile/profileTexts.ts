// What the public profile says.

export const texts = {
  title: 'Profile',
  loading: 'Loading profile',
  notFound: 'Profile not found or is private',
  limited: 'Too many requests. Please try again later.',
  failed: 'Failed to load profile',
  noName: 'No username provided',
  tryAgain: 'Try again',
  mention: 'Mention',
  ignore: 'Ignore',
  unignore: 'Ignore no longer',
  ignored: (name: string) => `You ignore ${name}. Their messages are hidden from you.`,
  unignored: (name: string) => `You see ${name} again`,
  ignoreFailed: 'This could not be changed',
  report: 'Report',
} as const;

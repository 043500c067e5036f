// The sentences of the back office around its tabs.

export const texts = {
  title: 'Admin Panel',
  back: 'Back to Dashboard',
  /** What is said of a tab that cannot be fetched, and what a button offers. */
  notFetched: ['This part could not be loaded. Please check your internet connection.', 'Try again'],
  replaced: ['This part needs the new version.', 'Reload'],
  rightLost: 'You are no longer an administrator.',
} as const;

// The words of paying, the same wherever one pays.
export const texts = {
  test: 'TEST PAYMENTS',
  testText: 'No card is charged and no money moves.',
  off: 'Payments are not set up on this server.',
  custom: 'Custom amount',
  anonymous: 'Contribute anonymously',
  anonymousHint: 'Only administrators see your name.',
  notStarted: 'Failed to initialize payment. Please try again.',
  notProcessed: 'Failed to process payment. Please try again.',
  notVerified: 'Failed to verify payment',
  refused: 'Payment verification failed',
  verifying: 'VERIFYING PAYMENT...',
  unanswered: 'If your card was charged, the payment is counted by itself. You need not pay again.',
  checkAgain: 'Check again',
} as const;

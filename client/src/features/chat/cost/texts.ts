// What the server cost says.

export const texts = {
  title: 'Server cost',
  label: 'Server cost',
  covered: 'Covered',
  coveredWhole: 'This month is covered.',
  coveredBy: (sum: string) => `This month is covered, with ${sum} to spare.`,
  open: 'still open this month',
  what: 'The figure grows with what it costs to run this server, and falls with what members contribute to it. It changes here as it happens.',
  later: 'Contributions are not open yet.',
} as const;

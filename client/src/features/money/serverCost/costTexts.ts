// What the server cost says.

export const texts = {
  title: 'Server cost',
  label: 'Server cost',
  covered: 'Covered',
  current: 'Current monthly cost',
  coveredWhole: 'This month is covered.',
  coveredBy: (sum: string) => `This month is covered, with ${sum} to spare.`,
  open: 'still open this month',
  lines: 'How this figure comes about',
  presets: 'Choose your part',
  recommended: 'RECOMMENDED',
  belowMinimum: 'Below minimum',
  total: 'You pay',
  pay: (sum: string) => `PAY ${sum}`,
  payNothing: 'PAY',
  moved: (sum: string) => `The server cost is ${sum} now. Look at the new amount, then pay.`,
} as const;

// The sentences of pages that lead through steps.

export const texts = {
  stepOf: (step: number, steps: number) => `Step ${step} of ${steps}`,
  back: 'Back',
} as const;

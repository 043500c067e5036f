// The first steps in their order, as the address names them.

export const steps = ['name', 'picture', 'room', 'checkin'] as const;

export type Step = (typeof steps)[number];

/** The step that an address names; the first for any other. */
export const stepNamed = (name: string | null): Step => steps.find((step) => step === name) ?? 'name';

export const stepAfter = (step: Step): Step | undefined => steps[steps.indexOf(step) + 1];
export const stepBefore = (step: Step): Step | undefined => steps[steps.indexOf(step) - 1];

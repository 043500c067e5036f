// How long the end of a step is shown, and what a skip leaves on the device.
export const successMs = 2_000;
export const skippedMs = 1_500;

/** Says that this device has skipped; whether a member has, only the server says. */
export const skippedUnder = 'face_enrollment_skipped';

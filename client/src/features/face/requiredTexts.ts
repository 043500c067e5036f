// What is said when a feature needs a face.
export const requiredTexts = {
  title: 'Face verification required',
  chat: 'Group chat is open only to members whose face was recognised at sign-in.',
  emergency: 'Emergency messages can be sent only by members whose face was recognised at sign-in.',
  default: 'This is open only to members whose face was recognised at sign-in.',
  reminder: 'If you choose later, you will be reminded at your next login.',
  now: 'ADD FACE ID NOW',
  later: 'MAYBE LATER',
  failed: 'This could not be started. Please try again.',
} as const;

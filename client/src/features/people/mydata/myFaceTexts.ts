// What the section of the member's own face says.
import { formatCount } from '@/rules/format';
import type { FaceConsent } from '@/wire/bodies.gen';

const engines: Record<string, string> = {
  embedded: 'compared by this server itself; ',
  rekognition: 'compared by Amazon Rekognition (AWS); ',
};

const agreed = ({ engine, picturesDays, enrolmentDays }: FaceConsent) =>
  `${engines[engine] ?? ''}pictures of checks kept ${
    picturesDays > 0 ? `for ${formatCount(picturesDays, 'day')}` : 'as long as the first one'
  }, the first one until you remove it${
    enrolmentDays > 0 ? `, at most ${formatCount(enrolmentDays, 'day')} after your last sign-in` : ''
  }`;

export const faceTexts = {
  title: 'Face',
  loading: 'Loading',
  failed: 'This could not be loaded.',
  none: 'Nothing of your face is kept.',
  required: 'Your sign-in asks for it.',
  off: 'Face checks are switched off in this community.',

  since: 'Stored since',
  consent: 'You agreed',
  consented: (at: string, to: FaceConsent | null) => (to ? `${at}: ${agreed(to)}` : at),
  pictures: 'Pictures kept',
  picturesKept: (count: number, days: number) =>
    days > 0 ? `${count}; those of checks for ${formatCount(days, 'day')}` : `${count}`,
  next: 'The oldest is deleted',
  until: 'Kept until',
  untilDays: (days: number) =>
    days > 0 ? `You remove it, at most ${formatCount(days, 'day')} after your last sign-in` : 'You remove it',
  checks: 'Checks',
  checked: (count: number, last: string | null) => (last ? `${count}, the last on ${last}` : `${count}`),

  noViews: 'No administrator has looked at your checks.',
  views: (count: number) => `Administrators looked ${formatCount(count, 'time')}`,
  view: (by: string | null, what: string) =>
    `${by ? `@${by}` : 'an administrator'}, ${what === 'picture' ? 'a picture' : 'the history of your checks'}`,

  add: 'Add a face',
  addFailed: 'This could not be started',
  remove: 'Remove my face data',
  removeTitle: 'Remove your face data?',
  removeText:
    'Your picture, the numbers computed from it and the pictures of all checks are deleted at once. Sign-in no longer compares your face.',
  removed: 'Your face data is removed',
  removeFailed: 'Your face data could not be removed',
};

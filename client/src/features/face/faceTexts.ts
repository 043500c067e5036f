// What the face page says.
import { formatCount } from '@/rules/format';
import type { CameraTexts } from '@/rules/photo';
import type { Config } from '@/wire/bodies.gen';

const engines: Record<string, string> = {
  embedded: 'The pictures are compared by this server itself. No other company receives them.',
  rekognition:
    'The pictures are compared by Amazon Rekognition, a service of Amazon Web Services (AWS): they are sent to Amazon for each comparison.',
};

/** What is said about a camera that does not work, where no file can stand in. */
export const faceCameraTexts: CameraTexts = {
  missing: 'Camera API not available. Please use HTTPS.',
  denied: 'Camera permission denied. Please allow camera access to continue.',
  none: 'No camera found. Please ensure your device has a camera.',
  busy: 'Camera is already in use. Please close other apps using the camera.',
  resolution: 'Failed to access camera. Please try again.',
  other: 'Failed to access camera. Please try again.',
};

const picturesKept = (days: number) =>
  days > 0 ? `for ${formatCount(days, 'day')}` : 'as long as the picture you take now';

const enrolmentKept = (days: number) =>
  days > 0 ? `, and at most ${formatCount(days, 'day')} after your last sign-in` : '';

type Terms = Pick<Config, 'faceEngine' | 'facePicturesDays' | 'faceEnrolmentDays'>;

/** What a member agrees to, as this community is set up. */
export const termsOf = ({ faceEngine, facePicturesDays, faceEnrolmentDays }: Terms) => [
  {
    term: 'Purpose',
    text: 'To check at sign-in that it is you. For nothing else, and never to look for you among others.',
  },
  {
    term: 'Who compares',
    text: engines[faceEngine] ?? 'The pictures are compared by the server of this community.',
  },
  {
    term: 'What is stored',
    text: 'The picture you take now, numbers computed from it, and the picture of each later check, all encrypted with a key of your own. Administrators can look at the pictures; each look is recorded, and you see it.',
  },
  {
    term: 'How long',
    text: `Pictures of checks ${picturesKept(facePicturesDays)}. The picture you take now until you remove it${enrolmentKept(faceEnrolmentDays)}.`,
  },
  {
    term: 'How to remove it',
    text: 'Under “My data”, “Remove my face data”, at any time. It goes with your account, too.',
  },
];

export const texts = {
  title: 'Face recognition',
  home: 'Back to sign in',
  noStep: 'There is no sign-in to finish here. Please sign in.',
  unknownStep: 'Invalid face recognition step',
  toLogin: 'BACK TO LOGIN',

  introTitle: 'Add your face',
  intro:
    'From now on sign-in compares your face with one picture of you, after the code. It is a check against strangers who got hold of your code, no proof of life.',
  consentTitle: 'What you agree to',
  agree: 'I agree that my face is stored and compared as described here.',
  agreeFirst: 'Please tick the box first. Without it nothing is stored.',
  goOn: 'CONTINUE',
  remind: 'Remind me later',
  later: 'Maybe later',
  back: 'Back to dashboard',
  noConfig: 'The terms could not be loaded. Please check your internet connection.',
  again: 'TRY AGAIN',
  retry: 'RETRY',

  permissionsTitle: 'Allow the camera',
  permissions:
    'Your browser will ask whether this page may use the camera. It takes one picture without sound and lets the camera go.',
  permissionsTips: [
    'Look straight into the camera, alone in the picture.',
    'Have light in your face, not behind you.',
    'Take off sunglasses and what hides your face.',
  ],
  allow: 'ALLOW CAMERA',

  captureTitle: 'Look into the camera',
  verifyTitle: 'Check your face',
  capture: 'Put your face into the oval and hold still.',
  starting: 'Starting the camera',
  auto: 'The picture is taken by itself in 3 seconds.',
  paused: 'Take the picture when you are ready.',
  framing: {
    none: 'No face is seen yet.',
    several: 'One person only.',
    far: 'Come closer.',
    aside: 'Centre your face.',
    good: 'Hold still.',
  },
  takeNow: 'TAKE PICTURE',
  wait: 'Do not take it by itself',
  switchCamera: 'Switch camera',
  accessTitle: 'Camera access required',
  attempt: (number: number, of: number) => `Attempt ${number} of ${of}`,

  previewTitle: 'Is this you?',
  preview: 'Your whole face should be seen, sharp and well lit.',
  previewPicture: 'The picture that you took',
  retake: 'Retake',
  use: 'USE THIS PICTURE',

  processingTitle: 'One moment',
  enrolling: 'Your picture is being stored',
  verifying: 'Your face is being compared',

  enrolledTitle: 'Your face is added',
  enrolled: 'The next sign-in asks for it.',
  verifiedTitle: 'It is you',
  verified: 'You are being signed in.',
  skippedTitle: 'Skipped',
  skipped: 'You are being signed in.',
  skippedEnrolment: 'You will be reminded at your next sign-in.',

  errorTitle: 'This did not work',
  maximum: 'Maximum verification attempts reached. Please try logging in again.',
  skip: 'Skip verification',
  skipHint: 'You may go on without the check. It is recorded, and some features may stay closed.',
  used: (failures: number) => `${formatCount(failures, 'attempt')} used`,
  ended: 'This sign-in has expired. Please sign in again.',

  enrolFailed: 'Enrollment failed',
  notEnrolled: 'Failed to enroll face. Please try again.',
  enrolmentNotSkipped: 'Failed to skip enrollment. Please try again.',
  verifyFailed: 'Verification failed',
  tooLow: 'Verification failed - confidence too low. Please try again.',
  notVerified: 'Face verification failed. Please try again.',
  verificationNotSkipped: 'Failed to skip verification. Please try again.',
  away: 'Face checks are not available at the moment. Please try again.',
} as const;

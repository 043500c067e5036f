// What the membership application says.
import type { Status } from '@/rules/application/application';
import type { BackgroundField, Choice, Question } from '@/rules/application/forms';

export const texts = {
  title: 'Apply for membership',
  home: 'Back to sign in',
  startText: 'Enter your e-mail address to begin, or to go on where you left off.',
  email: 'E-mail address',
  invitation: 'Invitation code',
  invitationHint: 'This community admits people by invitation.',
  start: 'START APPLICATION',
  checkStatus: 'Check the status of an application',
  closed: 'Applications are closed at the moment.',
  systemError: 'SYSTEM ERROR - TRY AGAIN',
  refused: 'The application could not be started.',
  opening: 'Opening your application',

  notFetched: 'The form could not be loaded. Please check your internet connection.',
  again: 'Try again',

  stage: (stage: number, of: number) => `STAGE ${stage} OF ${of}`,
  back: 'Back',
  next: 'NEXT',
  saveFailed: 'FAILED TO SAVE PROGRESS',
  elsewhere: 'Your application stands at another stage. What you typed was kept.',
  found: 'This e-mail has an application. You go on with that one.',
  leave: 'Use another e-mail',
  reapply: 'UPDATING APPLICATION FOR RESUBMISSION',
  feedback: 'Feedback on your last application',

  classified: 'CLASSIFIED',
  disclaimer: 'Before you apply',
  statements: [
    'The program may close without notice.',
    'A background verification is made.',
    'The rejection rate is over 90%.',
    'Standard review takes 3-7 business days.',
    'Acceptance is not guaranteed.',
  ],
  proceed: 'PROCEED TO APPLICATION',
  expedite: (fee: number) => `EXPEDITE REVIEW [$${fee}]`,
  expediteText: 'For a fee your application is reviewed within 24 hours instead.',
  priority: 'PRIORITY REVIEW ACTIVE',
  paymentFailed: 'PAYMENT SYSTEM ERROR',
  expedited: 'APPLICATION MARKED FOR EXPEDITED REVIEW',

  sendCode: 'SEND CODE',
  verify: 'VERIFY',
  code: (of: string) => `Code from your ${of}`,
  emailMessage: 'e-mail',
  phoneMessage: 'text message',
  codeSent: 'CODE SENT',
  codeNotSent: 'FAILED TO SEND CODE',
  codeWrong: 'INVALID CODE',
  codeNotVerified: 'VERIFICATION FAILED',
  verified: 'VERIFICATION SUCCESSFUL',
  isVerified: 'VERIFIED',
  change: 'Change',

  yes: 'YES',
  no: 'NO',
  choose: 'Choose one',
  words: (words: number, least: number) => `${words} / ${least} WORDS MINIMUM`,
  wait: (seconds: number) => `You can go on in ${seconds} s. Read your answers once more.`,
  answersTitle: 'Take your time. There are eleven questions, and no wrong answers.',

  signature: 'Signature',
  signatureHint: 'Your full name, as you would sign.',
  agree: 'I have read this agreement and agree to it.',
  submit: 'SIGN AND SUBMIT',
  agreement: 'Non-disclosure agreement',

  submitted: 'APPLICATION SUBMITTED',
  number: 'Application number',
  nextSteps: 'Next steps',
  reviewStandard: 'Your application is reviewed within 3-7 business days.',
  reviewExpedited: 'Your application has priority: it is reviewed within 24 hours.',
  decisionMail: 'You are notified of the decision by e-mail.',
  statusByMail: 'You can check the status at any time with your e-mail address.',
  writesTo: 'We will write to',
  remember: 'Please remember',
  reminders: [
    'Save your application number.',
    'Check your spam folder.',
    'Do not submit multiple applications.',
    'Acceptance is at our discretion.',
  ],
  toStatus: 'CHECK STATUS',
  returnHome: 'RETURN HOME',
} as const;

export const statusTexts = {
  title: 'Application status',
  intro: 'Enter the e-mail address of your application.',
  check: 'CHECK STATUS',
  checking: 'Looking for your application',
  notFound: 'NO APPLICATION FOUND',
  systemError: 'SYSTEM ERROR',
  newApplication: 'NEW APPLICATION',
  codeTitle: 'Enter your code',
  codeText: 'If this e-mail has an application, a code with 6 digits is on its way to it.',
  code: 'Status code, 6 digits',
  verify: 'VERIFY',
  resend: 'Send another code',
  resent: 'CODE SENT',
  otherEmail: 'Use another e-mail',
  expedited: 'EXPEDITED',
  incomplete: 'INCOMPLETE',
  incompleteText: 'You have not submitted this application yet. What you saved is still there.',
  reason: 'Reason',
  feedback: 'Feedback',
  timeline: 'Timeline',
  submitted: 'Submitted',
  reviewed: 'Reviewed',
  stage: 'Stage',
  applicant: 'Applicant',
  name: 'Name',
  email: 'E-mail',
  phone: 'Phone',
  notProvided: 'NOT PROVIDED',
  resubmit: 'UPDATE & RESUBMIT',
  login: 'LOGIN',
  goOn: 'CONTINUE APPLICATION',
  another: 'CHECK ANOTHER APPLICATION',
} as const;

export const statusLabels: Record<Status, { label: string; text: string }> = {
  pending: {
    label: 'UNDER REVIEW',
    text: 'Your application is with us. You will be notified of the decision by e-mail.',
  },
  accepted: { label: 'ACCEPTED', text: 'Welcome. Sign in with your e-mail address or your phone.' },
  rejected: { label: 'NOT ACCEPTED', text: 'Thank you for applying. We cannot offer you a membership.' },
  on_hold: { label: 'ON HOLD', text: 'The review takes longer. You need not do anything.' },
  reapply: {
    label: 'REAPPLICATION AVAILABLE',
    text: 'You are invited to change your application and to submit it again.',
  },
};

export const stageTitles = ['', 'Identification', 'Background check', 'Written assessment', 'NDA'];

export const fieldLabels = {
  fullName: 'Full legal name',
  email: 'E-mail',
  phone: 'Phone',
  dateOfBirth: 'Date of birth',
  streetAddress: 'Street address (optional)',
  city: 'City',
  stateProvince: 'State / province',
  country: 'Country',
  photo: 'Photo',
  phoneHint: 'With your country code, +44 say; ten digits are a number in North America.',
  photoHint: 'A recent photo of your face. Only the people who review applications see it.',
} as const;

export const identificationParts = {
  person: 'Who you are',
  place: 'Where you live',
} as const;

export const backgroundParts = {
  found: 'How you found us',
  names: 'Your usernames (optional)',
  questions: 'Yes or no',
} as const;

export const backgroundLabels: Record<BackgroundField, string> = {
  discoveryPlatform: 'Where did you discover us?',
  followingSince: 'Following since',
  twitterUsername: 'Twitter',
  instagramUsername: 'Instagram',
  snapchatUsername: 'Snapchat',
  tiktokUsername: 'TikTok',
  photodumpEmail: 'E-mail of your access',
  fanfixUsername: 'Your username there',
  donotenterEmail: 'E-mail of your account there',
  purchaseDetails: 'What did you purchase?',
};

export const choiceLabels: Record<Choice, string> = {
  isAfcMember: 'Are you a member of the fan club (AFC)?',
  isPhotodumpMember: 'Are you a member of the photo-dump group?',
  hasFanfixChat: 'Do you have a fan chat subscription (Fanfix)?',
  hasUsedDonotenter: 'Have you used DONOTENTER?',
  hasPlayedDonotenterGames: 'Have you played the games on DONOTENTER?',
  hasPurchased: 'Have you purchased anything?',
};

export const questionTexts = (creator: string): Record<Question, string> => ({
  whyJoin: 'Why do you want to join?',
  whatAboutContent: 'What is it about the content that you like?',
  commitmentLevel: 'How committed will you be?',
  personalityDescription: 'How would you describe your personality?',
  favoriteRestaurant: 'What is your favorite restaurant, and why?',
  carDetails: 'What car do you drive, or would you like to drive?',
  occupation: 'What do you do for a living?',
  specialSkills: 'What special skills do you have?',
  messageToCreator: `What would you like to say to ${creator}?`,
  communityExperience: 'What experience do you have with communities?',
  romanticDescription: 'How would you describe yourself romantically?',
});

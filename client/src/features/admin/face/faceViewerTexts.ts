// What the face viewer says.
import type { Band } from '@/rules/confidence';

const bands: Record<Band, string> = {
  pass: 'Passes',
  close: 'Just below',
  doubtful: 'Doubtful',
  weak: 'Weak',
  none: 'No match',
};

const skipReasons: Record<string, string> = {
  failed_attempts: 'After three failed attempts',
  admin_skip: 'As an administrator',
  later: 'Put off to the next sign-in',
};

export const texts = {
  title: 'Face viewer',
  passwordText:
    'Pictures of faces need a second password. Each try and each look is recorded, and members see who looked.',
  password: 'Password',
  passwordMissing: 'Password required',
  passwordWrong: 'Invalid password',
  passwordFailed: 'Failed to verify password',
  open: 'Open',
  cancel: 'Cancel',
  grantEnded: 'The viewer was locked. Please enter the password again.',
  lock: 'Lock the viewer',

  loading: 'Loading',
  failed: 'Failed to load users',
  historyFailed: 'Failed to load verification history',
  none: 'No users have enrolled for face verification yet.',
  noneFound: 'Nobody here fits the search.',
  users: 'Enrolled members',
  stats: 'Overview',
  enrolled: 'Enrolled members',
  verifications: 'Verifications',
  average: 'Average confidence, 30 days',
  passRate: 'Pass rate, 30 days',

  search: 'Search by name, e-mail or phone',
  sort: 'Sort by',
  sorts: [
    { value: 'lastUsed', label: 'Last used' },
    { value: 'enrolledAt', label: 'Enrolled' },
    { value: 'name', label: 'Name' },
    { value: 'totalScans', label: 'Scans' },
    { value: 'confidence', label: 'Lowest confidence' },
  ],
  unnamed: 'Without a name',
  since: (at: string) => `Enrolled ${at}`,
  last: (at: string | null) => (at ? `Last used ${at}` : 'Never used'),
  scans: 'Scans',
  checks: 'Checks',
  skips: 'Skips',
  confidence: 'Confidence',
  rate: 'Pass rate',
  pictureOf: (name: string) => `Enrolled picture of ${name}`,
  noPicture: 'No picture',

  linksLeft: 'Picture links end in',
  linksEnded: 'The picture links have ended.',
  renew: 'Get new links',

  history: 'Verification history',
  enrolledPicture: 'Enrolled picture',
  isFace: 'Is a face',
  filter: 'Show',
  filters: [
    { value: 'all', label: 'All' },
    { value: 'passed', label: 'Passed' },
    { value: 'failed', label: 'Not passed' },
    { value: 'replay', label: 'Possible replay' },
  ],
  noHistory: 'No checks yet.',
  noneFiltered: 'No check fits the filter.',
  enrollment: 'Enrolment',
  verification: 'Check',
  enrollmentSkipped: 'Enrolment skipped',
  verificationSkipped: 'Check skipped',
  skipReason: (reason: string) => skipReasons[reason] ?? reason,
  pictureAt: (at: string) => `Picture of ${at}`,
  notCompared: 'Not compared',
  replay: 'Possible replay',
  band: (band: Band) => bands[band],
  reached: (threshold: number) => `${threshold}: reached`,
  missed: (threshold: number) => `${threshold}: not reached`,
  thresholds: 'Thresholds',
} as const;

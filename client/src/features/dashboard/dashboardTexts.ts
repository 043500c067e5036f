// What the dashboard says.
import { formatCount } from '@/rules/format';
import type { Waiting } from '@/wire/bodies.gen';

export const texts = {
  title: 'Dashboard',
  sections: 'Sections',
  monitored: 'SESSION MONITORED',
  unidentified: 'UNIDENTIFIED',
  // Header and menu
  version: 'Version',
  menu: 'menu',
  theme: 'Theme',
  themes: { system: 'As the system', night: 'Night', daylight: 'Daylight' },
  profile: 'Profile',
  notifications: 'Notifications',
  ignored: 'Ignored members',
  myData: 'My data',
  devices: 'Signed-in devices',
  logOut: 'Log out',
  // Briefing
  briefing: 'Briefing',
  points: 'Points',
  streak: 'Streak',
  badges: 'Badges',
  memberSince: 'Member since',
  email: 'Email',
  phone: 'Phone',
  profileFailed: 'FAILED TO LOAD PROFILE DATA',
  retry: 'RETRY',
  loadingProfile: 'Loading profile',
  yourBadges: 'Your badges',
  local: 'Local',
  utc: 'UTC',
  // Greeting of a new member
  welcome: (name: string) => `Welcome, ${name}`,
  firstSteps: 'Your first steps:',
  dismissSteps: 'Dismiss the first steps',
  done: 'Done',
  stepUsername: 'Choose a username',
  stepUsernameText: 'This is how members see you in chat.',
  stepRoom: 'Enter your first room',
  stepRoomText: 'Say hello in the group chat.',
  stepCheckIn: 'Check in for the first time',
  stepCheckInText: 'One check-in a day earns points and ranks.',
  // Tiles
  chat: 'GROUP CHAT',
  liveNow: 'Live now',
  inChat: 'IN GROUP CHAT',
  secureChannel: 'SECURE CHANNEL',
  decrypt: 'DECRYPT',
  decryptFact: 'Open a code',
  checkIn: 'CHECK-IN',
  myRank: 'MY RANK',
  emergency: 'EMERGENCY',
  emergencyFact: 'Reach the creator',
  contribute: 'CONTRIBUTE',
  contributeFact: 'Support the Army',
  logoutTile: 'LOGOUT',
  logoutFact: 'End this session',
  leaving: 'Signing out',
  // For administrators
  administration: 'Administration',
  adminPanel: 'Admin panel',
  waiting: ({ reports, emergencies, applications }: Waiting) =>
    [
      formatCount(reports, 'open report'),
      formatCount(emergencies, 'unanswered emergency message'),
      formatCount(applications, 'application to decide', 'applications to decide'),
    ].join(', '),
} as const;

/** How many devices are signed in. */
export const devicesWords = (count: number | undefined) =>
  count === undefined ? texts.devices : count === 1 ? '1 device signed in' : `${count} devices signed in`;

/** What the check-in brings today, or when the next is open. */
export const checkInToday = (points: number) => `+${points} points today`;
export const checkInLater = (countdown: string) => `Next in ${countdown}`;

// The words about badges that members earn.
import { formatDate } from '@/rules/format';

export const texts = {
  title: 'Badges',
  loading: 'Loading your badges',
  failed: 'Your badges could not be loaded',
  none: 'NO BADGES EARNED YET',
  noneHint: 'COMPLETE MISSIONS TO EARN BADGES',
  open: 'Still to be had',
  allEarned: 'You have earned every badge there is.',
  earnedOn: (at: string) => `Earned ${formatDate(at, 'dateOfYear')}`,
  show: (name: string) => `Show ${name} to other members`,
  shown: 'Shown to others',
  hidden: 'Only you see it',
  changeFailed: 'This could not be changed',
  moments: 'Show me a new badge when I earn it',
  momentsHint: 'Off: new badges are found on your profile, without a notice.',
  progressOf: (name: string) => `How far you are: ${name}`,
  earned: (name: string) => `Badge earned: ${name}`,
  earnedMany: (badges: number) => `${badges} badges earned`,
  see: 'See badges',
};

// The words of the daily check-in that the server does not send.
import { texts } from 'texts:rank/checkin';
import { textNamed } from '@/languages/texts';
import type { PointsTransaction } from '@/wire/bodies.gen';

/** What a line of the ledger was for: its action type in words. */
export const actionWords = ({ action_type }: PointsTransaction) =>
  textNamed(texts.ledger, action_type) ?? action_type.replaceAll('_', ' ');

/** How the check-in works, in the order of the page. */
export const howItWorks = (penalty: boolean): string[] => [
  texts.checkInOnceA,
  texts.eachDayInA,
  texts.yourStreakGoesOn,
  texts.thirtyDaysInA,
  ...(penalty ? [texts.missingAWeek] : []),
];

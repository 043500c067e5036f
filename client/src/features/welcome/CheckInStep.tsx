// The last step: the first check-in.
import { useQuery } from '@tanstack/react-query';
import { pointsQuery, streakQuery } from '@/queries/rank/points';
import { firstDayPoints } from '@/rules/rank/checkin';
import { CheckInPanel } from '../rank/checkin/CheckInPanel';

export function CheckInStep() {
  const streak = useQuery(streakQuery).data;
  const points = useQuery(pointsQuery).data;
  return (
    <CheckInPanel
      status={points}
      canCheckIn={streak?.canCheckIn ?? points?.canCheckIn ?? true}
      points={points?.nextCheckInPoints ?? firstDayPoints}
    />
  );
}

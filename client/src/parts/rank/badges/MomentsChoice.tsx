// Whether a member is shown a new badge at the moment it is earned.
import { texts } from 'texts:parts/rank/badges';
import { useMutation, useQuery } from '@tanstack/react-query';
import { messageOf } from '@/net/api';
import { earnedQuery, setMoments } from '@/queries/rank/earned';
import { Checkbox } from '@/ui/Checkbox';
import { QueryView } from '@/ui/QueryView';
import { Skeleton } from '@/ui/Skeleton';

export function MomentsChoice() {
  const mine = useQuery(earnedQuery);
  return (
    <QueryView
      query={mine}
      loading={texts.loading}
      skeleton={<Skeleton height="2.75rem" />}
      failed={(error) => messageOf(error, texts.failed)}
    >
      {({ moments }) => <Choice on={moments} />}
    </QueryView>
  );
}

function Choice({ on }: { on: boolean }) {
  const set = useMutation({ mutationFn: setMoments });
  return (
    <Checkbox
      label={texts.moments}
      hint={texts.momentsHint}
      checked={set.isPending ? set.variables : on}
      disabled={set.isPending}
      error={set.error ? messageOf(set.error, texts.changeFailed) : null}
      onChange={(event) => set.mutate(event.target.checked)}
    />
  );
}

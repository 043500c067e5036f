// The first step: a chat username.
import { texts } from 'texts:welcome';
import { useQueryClient } from '@tanstack/react-query';
import { NameForm } from '@/parts/people/username/NameForm';
import { profileQuery, userStatusQuery } from '@/queries/people/me';
import { patchUser } from '@/stores/session/session';
import { Skeleton } from '@/ui/Skeleton';
import type { UserStatus } from '@/wire/bodies.gen';

interface NameStepProps {
  status: UserStatus | undefined;
  onSet: () => void;
}

export function NameStep({ status, onSet }: NameStepProps) {
  const client = useQueryClient();
  if (!status) return <Skeleton height="6rem" />;
  if (status.hasUsername) return <p>{texts.nameHas({ username: status.username ?? '' })}</p>;
  return (
    <NameForm
      onSet={(username) => {
        client.setQueryData(
          userStatusQuery.queryKey,
          (held) => held && { ...held, hasUsername: true, username },
        );
        patchUser({ username });
        void client.invalidateQueries(profileQuery);
        onSet();
      }}
    />
  );
}

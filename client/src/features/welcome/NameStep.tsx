// The first step: a chat username.
import { texts } from 'texts:welcome';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { NameForm } from '@/parts/people/username/NameForm';
import { profileQuery, userStatusQuery } from '@/queries/people/me';
import { nameDraft } from '@/stores/people/nameDraft';
import { patchUser } from '@/stores/session/session';
import { Skeleton } from '@/ui/Skeleton';
import type { UserStatus } from '@/wire/bodies.gen';

interface NameStepProps {
  status: UserStatus | undefined;
  /** A name was set, and this step is still shown. */
  onSet: () => void;
}

export function NameStep({ status, onSet }: NameStepProps) {
  const client = useQueryClient();
  // Who has passed this step over stays where they are when the answer comes.
  const shown = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  const { name } = nameDraft.use();
  if (!status) return <Skeleton height="6rem" />;
  if (status.hasUsername) return <p>{texts.nameHas({ username: status.username ?? '' })}</p>;
  return (
    <NameForm
      draft={[name, (typed) => nameDraft.change({ name: typed })]}
      onSet={(username) => {
        nameDraft.reset();
        client.setQueryData(
          userStatusQuery.queryKey,
          (held) => held && { ...held, hasUsername: true, username },
        );
        patchUser({ username });
        void client.invalidateQueries(profileQuery);
        if (shown.current) onSet();
      }}
    />
  );
}

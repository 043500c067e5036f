// Whom I ignore, and seeing them again.
import { texts } from 'texts:people/settings';
import { useMutation, useQuery } from '@tanstack/react-query';
import { EarOff } from 'lucide-react';
import { useRef } from 'react';
import { messageOf } from '@/net/api';
import { MemberLine } from '@/parts/people/member/MemberLine';
import { ignoredQuery } from '@/queries/chat/ignored';
import { unignoreMember, useIgnored } from '@/stores/chat/ignored';
import { closeSettings } from '@/stores/people/settings';
import { toast } from '@/stores/toast';
import { Button } from '@/ui/Button';
import { QueryView } from '@/ui/QueryView';
import { Sheet } from '@/ui/Sheet';
import { Skeleton } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';
import s from './IgnoredSheet.module.css';

const nameOf = (username: string | null) => username ?? texts.unnamed;

export default function IgnoredSheet() {
  const list = useQuery(ignoredQuery);
  const members = useIgnored((ignored) => ignored.members);
  const box = useRef<HTMLDivElement>(null);

  const unignore = useMutation({
    mutationFn: ({ userId }: { userId: string; username: string | null }) => unignoreMember(userId),
    onSuccess(_, { username }) {
      toast(texts.unignored({ name: nameOf(username) }), { tone: 'clear' });
      // The row and its button are gone.
      box.current?.focus();
    },
    onError: (failure) => toast(messageOf(failure, texts.unignoreFailed), { tone: 'alert' }),
  });

  return (
    <Sheet
      open
      onOpenChange={(open) => !open && closeSettings()}
      title={texts.ignoredTitle}
      description={texts.ignoredText}
    >
      <QueryView
        query={list}
        loading={texts.ignoredLoading}
        skeleton={
          <div className={s.list}>
            <Skeleton height="2.75rem" />
            <Skeleton height="2.75rem" />
          </div>
        }
        failed={texts.ignoredFailed}
      >
        {() => (
          <div ref={box} tabIndex={-1}>
            {members.size === 0 ? (
              <EmptyState
                icon={<EarOff size={28} strokeWidth={1.5} aria-hidden="true" />}
                title={texts.ignoredNone}
                text={texts.ignoredNext}
              />
            ) : (
              <ul className={s.list}>
                {[...members].map(([userId, username]) => (
                  <li key={userId} className={s.one}>
                    {username === null ? (
                      <span>{texts.unnamed}</span>
                    ) : (
                      <MemberLine username={username} plain />
                    )}
                    <Button
                      size="small"
                      aria-label={texts.unignoreOf({ name: nameOf(username) })}
                      busy={unignore.isPending && unignore.variables.userId === userId}
                      onClick={() => unignore.mutate({ userId, username })}
                    >
                      {texts.unignore}
                    </Button>
                  </li>
                ))}
              </ul>
            )}
          </div>
        )}
      </QueryView>
    </Sheet>
  );
}

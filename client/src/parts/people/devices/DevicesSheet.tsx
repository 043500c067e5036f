// Where I am signed in, and signing out elsewhere.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '@/net/api';
import { serverNow } from '@/net/serverClock';
import { sessionsQuery } from '@/queries/people/me';
import { fullTime, relativeTime } from '@/rules/time';
import { toast } from '@/stores/toast';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { QueryView } from '@/ui/QueryView';
import { Sheet } from '@/ui/Sheet';
import { Skeleton } from '@/ui/Skeleton';
import type { OpenSession } from '@/wire/bodies.gen';
import s from './DevicesSheet.module.css';
import { endOne, endOthers } from './deviceCalls';

interface DevicesSheetProps {
  open: boolean;
  onClose: () => void;
}

export function DevicesSheet({ open, onClose }: DevicesSheetProps) {
  const cache = useQueryClient();
  const sessions = useQuery({ ...sessionsQuery, enabled: open });
  const others = sessions.data?.filter((session) => !session.current) ?? [];

  const end = useMutation({
    mutationFn: (id: string | null) => (id === null ? endOthers() : endOne(id)),
    onSuccess: (_, id) => toast(id === null ? 'Signed out everywhere else' : 'Signed out', { tone: 'clear' }),
    onError: (failure) => toast(messageOf(failure, 'Failed to sign out'), { tone: 'alert' }),
    onSettled: () => cache.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });

  return (
    <Sheet
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Signed-in devices"
      description="Sign out of any you do not know."
      actions={
        others.length > 0 && (
          <Button
            variant="danger"
            busy={end.isPending && end.variables === null}
            onClick={() => end.mutate(null)}
          >
            Sign out everywhere else
          </Button>
        )
      }
    >
      <QueryView
        query={sessions}
        loading="Loading devices"
        skeleton={
          <>
            <Skeleton height="4rem" />
            <Skeleton height="4rem" />
          </>
        }
        failed={(error) => messageOf(error, 'The list of devices could not be loaded.')}
      >
        {(all) => (
          <ul className={s.list}>
            {all.map((session) => (
              <Device
                key={session.id}
                session={session}
                busy={end.isPending && end.variables === session.id}
                onEnd={() => end.mutate(session.id)}
              />
            ))}
          </ul>
        )}
      </QueryView>
    </Sheet>
  );
}

/** '5m' and '2h' read as ages, the others as they are. */
function ago(moment: number): string {
  const mark = relativeTime(moment, serverNow());
  return /^\d+[mh]$/.test(mark) ? `${mark} ago` : mark;
}

function Device({ session, busy, onEnd }: { session: OpenSession; busy: boolean; onEnd: () => void }) {
  const seen = Date.parse(session.lastSeenAt);
  const device = session.device || 'Unknown device';
  return (
    <li className={s.device}>
      <div className={s.facts}>
        <p className={s.name}>{device}</p>
        <p className={s.detail}>
          {session.address && <span className="mono">{session.address}</span>}
          <time dateTime={session.lastSeenAt} title={fullTime(seen)}>
            Last seen {ago(seen)}
          </time>
        </p>
      </div>
      {session.current ? (
        <Badge tone="clear">This device</Badge>
      ) : (
        <Button size="small" busy={busy} onClick={onEnd} aria-label={`Sign out ${device}`}>
          Sign out
        </Button>
      )}
    </li>
  );
}

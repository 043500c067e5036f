// Where I am signed in, and signing out elsewhere.
import { texts } from 'texts:parts/people/devices';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '@/net/api';
import { serverNow } from '@/net/serverClock';
import { sessionsQuery } from '@/queries/people/me';
import { deviceName } from '@/rules/device';
import { fullTime, isAge, relativeTime } from '@/rules/time';
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
    onSuccess: (_, id) =>
      toast(id === null ? texts.signedOutEverywhereElse : texts.signedOut, { tone: 'clear' }),
    onError: (failure) => toast(messageOf(failure, texts.failedToSignOut), { tone: 'alert' }),
    onSettled: () => cache.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });

  return (
    <Sheet
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={texts.signedInDevices}
      description={texts.signOutOfAny}
      actions={
        others.length > 0 && (
          <Button
            variant="danger"
            busy={end.isPending && end.variables === null}
            onClick={() => end.mutate(null)}
          >
            {texts.signOutEverywhereElse}
          </Button>
        )
      }
    >
      <QueryView
        query={sessions}
        loading={texts.loadingDevices}
        skeleton={
          <>
            <Skeleton height="4rem" />
            <Skeleton height="4rem" />
          </>
        }
        failed={(error) => messageOf(error, texts.theListOfDevices)}
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

/** Minutes and hours read as ages, the others as they are. */
function ago(moment: number): string {
  const now = serverNow();
  const mark = relativeTime(moment, now);
  return isAge(moment, now) ? texts.ago({ mark }) : mark;
}

function Device({ session, busy, onEnd }: { session: OpenSession; busy: boolean; onEnd: () => void }) {
  const seen = Date.parse(session.lastSeenAt);
  const device = deviceName(session.device) || texts.unknownDevice;
  return (
    <li className={s.device}>
      <div className={s.facts}>
        <p className={s.name}>{device}</p>
        <p className={s.detail}>
          {session.address && <span className="mono">{session.address}</span>}
          <time dateTime={session.lastSeenAt} title={fullTime(seen)}>
            {texts.lastSeen({ time: ago(seen) })}
          </time>
        </p>
      </div>
      {session.current ? (
        <Badge tone="clear">{texts.thisDevice}</Badge>
      ) : (
        <Button size="small" busy={busy} onClick={onEnd} aria-label={texts.signOutNamed({ device })}>
          {texts.signOut}
        </Button>
      )}
    </li>
  );
}

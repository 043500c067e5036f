// Push notifications: on this device, and when and how much for all of the
// member's devices.
import { texts } from 'texts:people/settings';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { BellOff } from 'lucide-react';
import { messageOf } from '@/net/api';
import { pushSupport } from '@/net/push';
import { MomentsChoice } from '@/parts/rank/badges/MomentsChoice';
import { deviceQuery, pushKeyQuery, pushSettingsQuery, turnPushOff, turnPushOn } from '@/queries/chat/push';
import { closeSettings } from '@/stores/people/settings';
import { toast } from '@/stores/toast';
import { Checkbox } from '@/ui/Checkbox';
import { QueryView } from '@/ui/QueryView';
import { Sheet } from '@/ui/Sheet';
import { Skeleton } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';
import { Announcements } from './Announcements';
import s from './NotificationsSheet.module.css';
import { PushForm } from './PushForm';

export default function NotificationsSheet() {
  const key = useQuery(pushKeyQuery);
  const settings = useQuery({ ...pushSettingsQuery, enabled: !!key.data });
  const skeleton = (
    <div className={s.sheet}>
      <Skeleton height="2.75rem" />
      <Skeleton height="6rem" />
    </div>
  );
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && closeSettings()}
      title={texts.pushTitle}
      description={texts.pushText}
    >
      <QueryView query={key} loading={texts.pushLoading} skeleton={skeleton} failed={texts.pushFailed}>
        {(publicKey) =>
          publicKey === null ? (
            <EmptyState
              icon={<BellOff size={28} strokeWidth={1.5} aria-hidden="true" />}
              title={texts.pushOff}
            />
          ) : (
            <div className={s.sheet}>
              <Device publicKey={publicKey} />
              <QueryView
                query={settings}
                loading={texts.pushLoading}
                skeleton={<Skeleton height="6rem" />}
                failed={texts.pushFailed}
              >
                {(data) => <PushForm settings={data} />}
              </QueryView>
            </div>
          )
        }
      </QueryView>
      <Announcements />
      <section className={s.form} aria-label={texts.badges}>
        <h3 className="label">{texts.badges}</h3>
        <MomentsChoice />
      </section>
    </Sheet>
  );
}

const reasons = () =>
  ({
    denied: texts.denied,
    'install-first': texts.installFirst,
    unsupported: texts.unsupported,
  }) as const;

function Device({ publicKey }: { publicKey: string }) {
  const cache = useQueryClient();
  const support = pushSupport();
  const device = useQuery(deviceQuery);
  const change = useMutation({
    mutationFn: async (on: boolean) => {
      if (on) return (await turnPushOn(publicKey)) ? texts.deviceOn : null;
      await turnPushOff();
      return texts.deviceOff;
    },
    onSuccess: (words) => toast(words ?? texts.refused, { tone: words ? 'clear' : 'info' }),
    onError: (failure) => toast(messageOf(failure, texts.deviceFailed), { tone: 'alert' }),
    onSettled: () => cache.invalidateQueries({ queryKey: deviceQuery.queryKey }),
  });
  if (support !== 'possible') return <p className={s.why}>{reasons()[support]}</p>;
  const on = change.isPending ? change.variables : (device.data ?? false);
  return (
    <Checkbox
      label={texts.device}
      hint={on ? undefined : texts.deviceHint}
      checked={on}
      disabled={device.isPending || change.isPending}
      onChange={(event) => change.mutate(event.target.checked)}
    />
  );
}

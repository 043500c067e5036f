// By which channels the community's announcements reach the member. Sign-in codes and
// answers to emergencies come all the same.
import { texts } from 'texts:people/settings';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '@/net/api';
import { announcementsQuery, changeAnnouncements } from '@/queries/campaign';
import { toast } from '@/stores/toast';
import { Checkbox } from '@/ui/Checkbox';
import { QueryView } from '@/ui/QueryView';
import { Skeleton } from '@/ui/Skeleton';
import type { AnnouncementSettings } from '@/wire/bodies.gen';
import s from './NotificationsSheet.module.css';

export function Announcements() {
  const settings = useQuery(announcementsQuery);
  return (
    <section className={s.form} aria-label={texts.announcements}>
      <h3 className="label">{texts.announcements}</h3>
      <QueryView
        query={settings}
        loading={texts.pushLoading}
        skeleton={<Skeleton height="4rem" />}
        failed={texts.announcementsFailed}
      >
        {(data) => <Choice settings={data} />}
      </QueryView>
    </section>
  );
}

function Choice({ settings }: { settings: AnnouncementSettings }) {
  const cache = useQueryClient();
  const save = useMutation({
    mutationFn: changeAnnouncements,
    onSuccess(data) {
      cache.setQueryData(announcementsQuery.queryKey, data);
      toast(texts.saved, { tone: 'clear' });
    },
    onError: (failure) => toast(messageOf(failure, texts.saveFailed), { tone: 'alert' }),
  });
  const shown = save.isPending ? { ...settings, ...save.variables } : settings;
  return (
    <>
      <Checkbox
        label={texts.byEmail}
        checked={shown.email}
        disabled={save.isPending}
        onChange={(event) => save.mutate({ email: event.target.checked })}
      />
      <Checkbox
        label={texts.bySms}
        checked={shown.sms}
        disabled={save.isPending}
        onChange={(event) => save.mutate({ sms: event.target.checked })}
      />
    </>
  );
}

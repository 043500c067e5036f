// When the member is not notified, and whether a notification shows the words.
import { texts } from 'texts:people/settings';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, messageOf } from '@/net/api';
import { pushSettingsQuery } from '@/queries/chat/push';
import { toast } from '@/stores/toast';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/Checkbox';
import { Field, FieldError } from '@/ui/Field';
import { useUnsaved } from '@/ui/unsaved';
import type { PushSettings, PushSettingsReply } from '@/wire/bodies.gen';
import s from './NotificationsSheet.module.css';

const usualFrom = '22:00';
const usualTo = '07:00';

interface Shown {
  preview: boolean;
  quiet: boolean;
  from: string;
  to: string;
}

const shownOf = ({ preview, quietFrom, quietTo }: PushSettings): Shown => ({
  preview,
  quiet: quietFrom !== null,
  from: quietFrom ?? usualFrom,
  to: quietTo ?? usualTo,
});

export function PushForm({ settings }: { settings: PushSettings }) {
  const cache = useQueryClient();
  // Only what was changed here: the rest follows what another device decides.
  const [changed, setChanged] = useState<Partial<Shown>>({});
  const { preview, quiet, from, to } = { ...shownOf(settings), ...changed };
  const change = (over: Partial<Shown>) => setChanged((before) => ({ ...before, ...over }));
  // Quiet hours follow the clock of the device that sets them.
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone || settings.timeZone;
  const same = quiet && from === to;
  const edited = { preview, quietFrom: quiet ? from : null, quietTo: quiet ? to : null };
  useUnsaved(
    preview !== settings.preview ||
      edited.quietFrom !== settings.quietFrom ||
      edited.quietTo !== settings.quietTo,
  );

  const save = useMutation({
    mutationFn: (body: PushSettings) => api.put<PushSettingsReply>('/push/settings', body),
    onSuccess(_, body) {
      cache.setQueryData(pushSettingsQuery.queryKey, body);
      setChanged({});
      toast(texts.saved, { tone: 'clear' });
    },
  });

  return (
    <form
      className={s.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (same || save.isPending) return;
        save.mutate({ ...edited, timeZone });
      }}
    >
      <Checkbox
        label={texts.preview}
        hint={texts.previewHint}
        checked={preview}
        onChange={(event) => change({ preview: event.target.checked })}
      />
      <Checkbox
        label={texts.quiet}
        hint={texts.quietHint({ zone: timeZone })}
        checked={quiet}
        onChange={(event) => change({ quiet: event.target.checked })}
      />
      {quiet && (
        <div className={s.hours}>
          <Field
            label={texts.quietFrom}
            type="time"
            required
            value={from}
            onChange={(event) => change({ from: event.target.value })}
          />
          <Field
            label={texts.quietTo}
            type="time"
            required
            value={to}
            error={same ? texts.quietSame : null}
            onChange={(event) => change({ to: event.target.value })}
          />
        </div>
      )}
      <FieldError error={save.error ? messageOf(save.error, texts.saveFailed) : null} />
      <Button type="submit" variant="primary" busy={save.isPending} disabled={same}>
        {texts.save}
      </Button>
    </form>
  );
}

// A notification is composed, previewed, tried on oneself, confirmed and sent. The
// server checks everything again.

import { texts } from 'texts:admin/campaign';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError, messageOf } from '@/net/api';
import { historyKey } from '@/queries/adminKeys';
import { groupsQuery, reachQuery, sendCampaign } from '@/queries/campaign';
import { formatNumber } from '@/rules/format';
import { statedParts, trueParts } from '@/rules/sms';
import { fieldMoment } from '@/rules/time';
import { campaignDraftSent, changeCampaignDraft, useCampaignDraft } from '@/stores/campaign/campaignDraft';
import { toast } from '@/stores/toast';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Field, FieldError, TextArea } from '@/ui/Field';
import { QueryView } from '@/ui/QueryView';
import { Segmented } from '@/ui/Segmented';
import { Select } from '@/ui/Select';
import { Skeleton } from '@/ui/Skeleton';
import type { CampaignGroup, CampaignGroups, SendCampaign } from '@/wire/bodies.gen';
import s from './Campaign.module.css';
import { CampaignPreview } from './CampaignPreview';
import { progressId } from './ProgressPanel';
import { Recipients } from './Recipients';
import { TestSend } from './TestSend';

const types = () =>
  [
    { value: 'email', label: texts.email },
    { value: 'sms', label: texts.sms },
    { value: 'both', label: texts.both },
  ] as const;

interface ComposeProps {
  onSent: (id: string) => void;
  onScheduled: () => void;
}

export function Compose(props: ComposeProps) {
  const groups = useQuery(groupsQuery);
  return (
    <QueryView
      query={groups}
      loading={texts.groupsLoading}
      skeleton={<Skeleton height="18rem" />}
      failed={texts.groupsFailed}
      retry={texts.tryAgain}
    >
      {(data) => <Form {...props} offer={data} />}
    </QueryView>
  );
}

function Form({ offer, onSent, onScheduled }: ComposeProps & { offer: CampaignGroups }) {
  const client = useQueryClient();
  const draft = useCampaignDraft();
  const { group, type, chosen, key } = draft;
  const [asking, setAsking] = useState(false);
  const [missing, setMissing] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const reach = useQuery({ ...reachQuery(group || 'all'), enabled: group !== '' && group !== 'specific' });

  const byMail = type !== 'sms';
  const bySms = type !== 'email';
  const counted =
    group === 'specific'
      ? {
          total: chosen.length,
          withEmail: chosen.filter(({ hasEmail }) => hasEmail).length,
          withPhone: chosen.filter(({ hasPhone }) => hasPhone).length,
        }
      : reach.data;
  const messages = counted ? (byMail ? counted.withEmail : 0) + (bySms ? counted.withPhone : 0) : 0;
  const off = (byMail && !offer.email && texts.email) || (bySms && !offer.sms && texts.sms) || null;

  function change(over: Parameters<typeof changeCampaignDraft>[0]) {
    changeCampaignDraft(over);
    setMissing(null);
  }

  const send = useMutation({
    mutationFn: (body: SendCampaign) => sendCampaign(body, key),
    onSuccess(reply) {
      setAsking(false);
      campaignDraftSent();
      toast(reply.message, { tone: 'clear' });
      void client.invalidateQueries({ queryKey: historyKey });
      if (reply.campaign.status === 'scheduled') onScheduled();
      else onSent(reply.campaign.id);
    },
  });

  function ask() {
    if (group === '') setMissing(texts.groupMissing);
    else if (draft.message.trim() === '') setMissing(texts.messageMissing);
    else if (byMail && draft.subject.trim() === '') setMissing(texts.subjectMissing);
    else if (group === 'specific' && chosen.length === 0) setMissing(texts.recipientsMissing);
    else if (fieldMoment(draft.sendAt) === undefined) setMissing(texts.sendAtWrong);
    else {
      send.reset();
      setAsking(true);
    }
  }

  function confirmed() {
    if (group === '' || send.isPending) return;
    send.mutate({
      campaignName: draft.campaignName.trim() || undefined,
      recipientGroup: group,
      recipientIds: group === 'specific' ? chosen.map(({ id }) => id) : undefined,
      notificationType: type,
      subject: byMail ? draft.subject : undefined,
      message: draft.message,
      sendAt: fieldMoment(draft.sendAt) ?? undefined,
    });
  }

  const options = [
    { value: '', label: texts.groupNone } as const,
    ...offer.groups.map(({ id, count }) => ({
      value: id,
      label: id === 'specific' ? texts.groupWords[id] : `${texts.groupWords[id]} (${formatNumber(count)})`,
    })),
  ];
  const length = draft.message.length;
  const parts = statedParts(draft.message);
  return (
    <div className={s.compose}>
      <form
        className={s.form}
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
        noValidate
      >
        <Field
          label={texts.name}
          hint={texts.nameHint}
          value={draft.campaignName}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => change({ campaignName: event.target.value })}
        />
        <Select<CampaignGroup | ''>
          label={texts.recipients}
          options={options}
          value={group}
          hint={group === '' ? undefined : texts.groupHints[group]}
          onChange={(next) => change({ group: next })}
        />
        {group === 'specific' && <Recipients chosen={chosen} onChange={(next) => change({ chosen: next })} />}
        {group !== '' && counted && (
          <p className={s.hint} role="status">
            {texts.reach({ total: counted.total, mail: counted.withEmail, phone: counted.withPhone })}
          </p>
        )}
        <Segmented
          label={texts.notificationType}
          options={types()}
          value={type}
          onChange={(next) => change({ type: next })}
        />
        {off && <FieldError error={texts.channelOff({ what: off })} />}
        {byMail && (
          <Field
            label={texts.subject}
            value={draft.subject}
            maxLength={200}
            autoComplete="off"
            onChange={(event) => change({ subject: event.target.value })}
          />
        )}
        <TextArea
          label={texts.message}
          aside={<span className={s.hint}>{texts.length({ length })}</span>}
          rows={8}
          value={draft.message}
          maxLength={bySms ? 1600 : 10_000}
          hint={
            bySms && length > 160 ? (
              <>
                {texts.split({ parts })}
                {trueParts(draft.message) !== parts &&
                  ` ${texts.splitTrue({ parts: trueParts(draft.message) })}`}
              </>
            ) : bySms && trueParts(draft.message) > 1 ? (
              texts.splitTrue({ parts: trueParts(draft.message) })
            ) : undefined
          }
          onChange={(event) => change({ message: event.target.value })}
        />
        <Field
          label={texts.sendAt}
          hint={texts.sendAtHint}
          type="datetime-local"
          value={draft.sendAt}
          onChange={(event) => change({ sendAt: event.target.value })}
        />
        <FieldError error={missing} />
        <div className={s.actions}>
          <TestSend type={type} subject={draft.subject} message={draft.message} />
          <Button
            ref={button}
            type="submit"
            variant="primary"
            disabled={group === '' || draft.message.trim() === '' || off !== null}
          >
            {draft.sendAt ? texts.schedule : texts.send}
          </Button>
        </div>
        {offer.outbox && (
          <p className={s.hint}>
            {texts.outbox} <a href="/dev/outbox">{texts.outboxOpen}</a>
          </p>
        )}
      </form>
      <CampaignPreview type={type} subject={draft.subject} message={draft.message} />
      <ConfirmDialog
        open={asking}
        onClose={() => !send.isPending && setAsking(false)}
        title={texts.confirmTitle}
        description={texts.confirmText({
          messages,
          group: group === '' ? '' : texts.groupWords[group],
        })}
        confirm={texts.confirmSend}
        busy={send.isPending}
        error={send.error ? sendError(send.error) : null}
        // What was sent leaves the button disabled: its progress has the focus.
        returnTo={() => (button.current?.disabled ? document.getElementById(progressId) : button.current)}
        onConfirm={confirmed}
      />
    </div>
  );
}

const sendError = (error: Error) =>
  error instanceof ApiError ? messageOf(error, texts.sendFailed) : texts.sendFailed;

// The campaign under way: received over the socket, asked every 2 s for five minutes,
// hidden 5 s after it is over.
import { texts } from 'texts:admin/campaign';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isolated } from '@/languages/isolate';
import { messageOf } from '@/net/api';
import { historyKey } from '@/queries/adminKeys';
import { type CampaignAct, campaignKey, campaignQuery, changeCampaign, isOver } from '@/queries/campaign';
import { layOver } from '@/stores/asOf';
import { progressOf, useCampaigns } from '@/stores/campaign/campaigns';
import { toast } from '@/stores/toast';
import { Button } from '@/ui/Button';
import { focusHeading } from '@/ui/focus';
import { Progress } from '@/ui/Progress';
import type { CampaignState } from '@/wire/bodies.gen';
import s from './Campaign.module.css';
import { CancelCampaign } from './CancelCampaign';
import { countsWords } from './campaignTexts';

/** Of the panel in the page. */
export const progressId = 'campaign-progress';

const hideMs = 5_000;
const pollForMs = 300_000;

export function ProgressPanel({ id, onDone }: { id: string; onDone: () => void }) {
  const client = useQueryClient();
  const [late, setLate] = useState(false);
  const query = useQuery(campaignQuery(id, !late));
  const state = query.data;
  const panel = useRef<HTMLElement>(null);
  const received = useCampaigns(progressOf(id));
  const change = useMutation({
    mutationFn: (act: CampaignAct) => changeCampaign(id, act),
    onSuccess: (state) => client.setQueryData(campaignKey(id), state),
    onError: (error) => toast(messageOf(error, texts.changeFailed), { tone: 'alert' }),
  });

  const shown = state !== undefined;
  useEffect(() => {
    // It stands above what was composed.
    if (shown) panel.current?.scrollIntoView?.({ block: 'nearest' });
  }, [shown]);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), pollForMs);
    return () => clearTimeout(timer);
  }, []);

  const over = state !== undefined && isOver(state.campaign.status);
  // What was sent left the button that sent it disabled, and the end takes these buttons away.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as either happens
  useEffect(() => {
    if (document.activeElement === document.body) panel.current?.focus({ preventScroll: true });
  }, [shown, over]);
  // The socket is faster; the end is asked for, because it may have a reason.
  const endReceived = received.some(([, { status }]) => isOver(status));
  useEffect(() => {
    if (endReceived) void client.invalidateQueries({ queryKey: campaignKey(id) });
  }, [client, endReceived, id]);
  useEffect(() => {
    if (!over) return;
    void client.invalidateQueries({ queryKey: historyKey });
    const timer = setTimeout(() => {
      if (panel.current?.contains(document.activeElement)) focusHeading();
      onDone();
    }, hideMs);
    return () => clearTimeout(timer);
  }, [client, over, onDone]);

  if (!state) return null;
  const { campaign } = state;
  // Its end is shown as the answer has it.
  const now = { ...state.stats, queuedCount: state.queuedCount, progress: state.progress };
  const { sent, failed, unknown, queuedCount, progress } = layOver(
    now,
    campaign.asOf,
    received,
    (before, live) => (isOver(live.status) ? before : { ...before, ...live }),
  );
  return (
    <section id={progressId} ref={panel} className={s.panel} aria-label={campaign.name} tabIndex={-1}>
      <Progress words={wordsOf(state, late)} share={progress / 100} />
      <p className={s.counts}>{countsWords(sent, failed, unknown, queuedCount)}</p>
      {!over && (
        <div className={s.actions}>
          {campaign.status === 'paused' ? (
            <Button size="small" busy={change.isPending} onClick={() => change.mutate('resume')}>
              {texts.resume}
            </Button>
          ) : (
            <Button size="small" busy={change.isPending} onClick={() => change.mutate('pause')}>
              {texts.pause}
            </Button>
          )}
          <CancelCampaign
            name={campaign.name}
            disabled={change.isPending}
            onCancel={() => change.mutate('cancel')}
          />
        </div>
      )}
    </section>
  );
}

function wordsOf({ campaign, stats }: CampaignState, late: boolean): string {
  switch (campaign.status) {
    case 'completed':
      return texts.completed({ sent: stats.sent, failed: stats.failed + stats.unknown });
    case 'failed':
      return texts.campaignFailed({ why: campaign.error_message ?? texts.unknownError });
    case 'processing':
      return late
        ? texts.stillGoing
        : (campaign.error_message ?? `${texts.started}: ${isolated(campaign.name)}`);
    default:
      return `${texts.statusWords[campaign.status]}: ${isolated(campaign.name)}`;
  }
}

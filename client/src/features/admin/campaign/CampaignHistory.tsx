// All campaigns, newest first, with what became of them.

import { texts } from 'texts:admin/campaign';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import type { ComponentProps } from 'react';
import { messageOf } from '@/net/api';
import { historyKey } from '@/queries/adminKeys';
import { type CampaignAct, changeCampaign, historyQuery, isOver } from '@/queries/campaign';
import { formatDate, formatNumber } from '@/rules/format';
import { toast } from '@/stores/toast';
import { Badge, type BadgeTone } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { onDemand } from '@/ui/onDemand';
import { QueryView } from '@/ui/QueryView';
import { Skeleton } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';
import { type Column, Table } from '@/ui/Table';
import type { Campaign, CampaignStatus, Campaigns } from '@/wire/bodies.gen';
import { useAddress } from '../address';
import s from './Campaign.module.css';
import { CancelCampaign } from './CancelCampaign';

const Details = onDemand<ComponentProps<typeof import('./Details').Details>>(() =>
  import('./Details').then(({ Details }) => ({ default: Details })),
);

const tones: Record<CampaignStatus, BadgeTone> = {
  scheduled: 'info',
  processing: 'accent',
  paused: 'info',
  cancelled: 'plain',
  completed: 'clear',
  failed: 'alert',
};

const campaignsOf = (page: Campaigns) => page.campaigns;

export function CampaignHistory({ onFollow }: { onFollow: (id: string) => void }) {
  const client = useQueryClient();
  const { params, open, close } = useAddress();
  const shown = params.get('campaign');
  const query = useInfiniteQuery(historyQuery);
  const change = useMutation({
    mutationFn: ({ id, act }: { id: string; act: CampaignAct }) => changeCampaign(id, act),
    onSuccess: (_, { id, act }) => act === 'resume' && onFollow(id),
    onError: (error) => toast(messageOf(error, texts.changeFailed), { tone: 'alert' }),
    onSettled: () => client.invalidateQueries({ queryKey: historyKey }),
  });

  const columns: Column<Campaign>[] = [
    { key: 'name', label: texts.name, head: true, cell: (c) => <strong className={s.name}>{c.name}</strong> },
    {
      key: 'status',
      label: texts.status,
      cell: (c) => (
        <span className={s.state}>
          <Badge tone={tones[c.status]}>{texts.statusWords[c.status]}</Badge>
          {c.status === 'scheduled' && (
            <span className={s.hint}>{texts.scheduledFor({ when: formatDate(c.send_at, 'full') })}</span>
          )}
          {c.error_message && <span className={s.bad}>{c.error_message}</span>}
        </span>
      ),
    },
    {
      key: 'type',
      label: texts.typeColumn,
      cell: (c) => ({ email: texts.email, sms: texts.sms, both: texts.both })[c.notification_type],
    },
    { key: 'group', label: texts.groupColumn, cell: (c) => texts.groupWords[c.recipient_group] },
    {
      key: 'messages',
      label: texts.messages,
      numeric: true,
      cell: (c) => (
        <span className={s.count}>
          {formatNumber(c.recipient_count)}
          {c.skipped_count > 0 && <span className={s.hint}>{texts.skipped({ count: c.skipped_count })}</span>}
        </span>
      ),
    },
    {
      key: 'sent',
      label: texts.sent,
      numeric: true,
      cell: (c) => formatNumber(c.success_count),
    },
    {
      key: 'failed',
      label: texts.failedColumn,
      numeric: true,
      cell: (c) => (
        <span className={s.count}>
          {formatNumber(c.failure_count)}
          {c.unknown_count > 0 && <span className={s.hint}>{texts.unknown({ count: c.unknown_count })}</span>}
        </span>
      ),
    },
    {
      key: 'date',
      label: texts.date,
      cell: (c) => <time dateTime={c.created_at}>{formatDate(c.created_at, 'full')}</time>,
    },
    {
      key: 'actions',
      label: texts.actions,
      actions: true,
      cell: (c) => (
        <div className={s.acts}>
          {!isOver(c.status) && (
            <>
              <Button
                size="small"
                busy={change.isPending && change.variables.id === c.id}
                aria-label={`${c.status === 'paused' ? texts.resume : texts.pause}: ${c.name}`}
                onClick={() => change.mutate({ id: c.id, act: c.status === 'paused' ? 'resume' : 'pause' })}
              >
                {c.status === 'paused' ? texts.resume : texts.pause}
              </Button>
              <CancelCampaign
                name={c.name}
                disabled={change.isPending}
                succeeds={() => document.querySelector<HTMLElement>(`[data-campaign="${CSS.escape(c.id)}"]`)}
                onCancel={() => change.mutate({ id: c.id, act: 'cancel' })}
              />
            </>
          )}
          <Button
            size="small"
            aria-label={texts.detailsOf({ name: c.name })}
            data-campaign={c.id}
            onClick={() => open({ campaign: c.id })}
          >
            {texts.details}
          </Button>
        </div>
      ),
    },
  ];
  return (
    <>
      <QueryView
        query={query}
        items={campaignsOf}
        loading={texts.historyLoading}
        skeleton={<Skeleton height="12rem" />}
        failed={texts.historyFailed}
        retry={texts.tryAgain}
        empty={
          <EmptyState
            icon={<BellRing size={32} strokeWidth={1.5} aria-hidden="true" />}
            title={texts.none}
            text={texts.noneText}
          />
        }
        more={texts.more}
      >
        {(campaigns) => (
          <div className={s.history}>
            <Table caption={texts.history} columns={columns} rows={campaigns} rowKey={({ id }) => id} />
          </div>
        )}
      </QueryView>
      {/* Outside: the address opens it, also when there is no list. */}
      {shown && (
        <Details
          id={shown}
          known={query.data?.pages.flatMap(campaignsOf).find(({ id }) => id === shown)}
          settled={query.status !== 'pending'}
          onClose={() => close('campaign')}
        />
      )}
    </>
  );
}

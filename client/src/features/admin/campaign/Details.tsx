// A campaign's text, and what became of each message.
import { texts } from 'texts:admin/campaign';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '@/net/api';
import { campaignQuery, deliveriesQuery } from '@/queries/campaign';
import { paths } from '@/rules/paths';
import { Badge, type BadgeTone } from '@/ui/Badge';
import { Modal } from '@/ui/LateModal';
import { Link } from '@/ui/Link';
import { QueryView } from '@/ui/QueryView';
import { Select } from '@/ui/Select';
import { Skeleton } from '@/ui/Skeleton';
import { ErrorState } from '@/ui/States';
import { type Column, Table } from '@/ui/Table';
import type { Campaign, CampaignDelivery, DeliveryStatus } from '@/wire/bodies.gen';
import { AuditLink } from '../links/AuditLink';
import s from './Campaign.module.css';
import { countsWords } from './campaignTexts';

const tones: Record<DeliveryStatus, BadgeTone> = {
  queued: 'plain',
  sending: 'accent',
  sent: 'clear',
  failed: 'alert',
  unknown: 'info',
  skipped: 'plain',
};

const columns = (): Column<CampaignDelivery>[] => [
  {
    key: 'name',
    label: texts.member,
    head: true,
    cell: ({ userId, name }) =>
      name ? (
        <Link className={s.member} to={`${paths.admin}?tab=users&user=${encodeURIComponent(userId)}`}>
          {name}
        </Link>
      ) : (
        texts.unnamed
      ),
  },
  {
    key: 'channel',
    label: texts.channel,
    cell: ({ channel }) => (channel === 'email' ? texts.email : texts.sms),
  },
  {
    key: 'status',
    label: texts.result,
    cell: ({ status, error }) => (
      <span className={s.state}>
        <Badge tone={tones[status]}>{texts.deliveryWords[status]}</Badge>
        {error && <span className={s.hint}>{error}</span>}
      </span>
    ),
  },
];

const results = () =>
  [
    { value: '', label: texts.resultAll },
    ...(['failed', 'unknown', 'skipped', 'sent', 'queued'] as const).map((value) => ({
      value,
      label: texts.deliveryWords[value],
    })),
  ] as const;

interface DetailsProps {
  id: string;
  /** The campaign, where it is known already. */
  known: Campaign | undefined;
  /** Whether `known` has had its answer. */
  settled: boolean;
  onClose: () => void;
}

export function Details({ id, known, settled, onClose }: DetailsProps) {
  const [status, setStatus] = useState<DeliveryStatus | ''>('');
  const asked = useQuery({ ...campaignQuery(id, false), enabled: settled && !known });
  const campaign = known ?? asked.data?.campaign;
  const deliveries = useInfiniteQuery(deliveriesQuery(id, status));
  return (
    <Modal
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={campaign?.name ?? texts.details}
      description={campaign && summaryOf(campaign)}
    >
      <div className={s.details}>
        {!campaign && asked.error && (
          <ErrorState
            text={messageOf(asked.error, texts.detailsFailed)}
            action={{ label: texts.tryAgain, run: () => void asked.refetch(), busy: asked.isFetching }}
          />
        )}
        {campaign?.subject && <p className={s.subject}>{campaign.subject}</p>}
        {campaign && <p className={s.text}>{campaign.message}</p>}
        <AuditLink subject={id} words={texts.audit} />
        <Select
          className={s.result}
          label={texts.result}
          options={results()}
          value={status}
          onChange={setStatus}
        />
        <QueryView
          query={deliveries}
          items={(page) => page.deliveries}
          loading={texts.deliveriesLoading}
          skeleton={<Skeleton height="8rem" />}
          failed={(error) => messageOf(error, texts.deliveriesFailed)}
          retry={texts.tryAgain}
          empty={<p className={s.hint}>{texts.resultNone}</p>}
          more={texts.more}
        >
          {(rows) => (
            <Table
              caption={texts.detailsOf({ name: campaign?.name ?? id })}
              columns={columns()}
              rows={rows}
              rowKey={({ userId, channel }) => `${userId} ${channel}`}
            />
          )}
        </QueryView>
      </div>
    </Modal>
  );
}

function summaryOf(campaign: Campaign): string {
  const { status, recipient_group, success_count, failure_count, unknown_count, recipient_count } = campaign;
  return [
    texts.statusWords[status],
    texts.groupWords[recipient_group],
    countsWords(success_count, failure_count - unknown_count, unknown_count, recipient_count),
  ].join(' · ');
}

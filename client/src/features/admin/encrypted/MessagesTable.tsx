// The table of encrypted messages. A code is copied by a press, to be posted.

import { texts } from 'texts:admin/encrypted';
import { texts as draftTexts } from 'texts:encrypted/draft';
import { Copy, Trash2 } from 'lucide-react';
import { contentCut } from '@/rules/encrypted';
import { decryptStatus } from '@/rules/encryptedDraft';
import { formatDate, formatNumber } from '@/rules/format';
import { formatList } from '@/rules/list';
import { cut } from '@/rules/text';
import { toast } from '@/stores/toast';
import { Badge, type BadgeTone } from '@/ui/Badge';
import { IconButton } from '@/ui/IconButton';
import { type Column, Table } from '@/ui/Table';
import type { DecryptMessage } from '@/wire/bodies.gen';
import { AuditLink } from '../links/AuditLink';
import s from './EncryptedTab.module.css';

const tones: Record<ReturnType<typeof decryptStatus>, BadgeTone> = {
  limit: 'accent',
  expired: 'alert',
  active: 'clear',
  inactive: 'plain',
};

async function copy(code: string) {
  try {
    await navigator.clipboard.writeText(code);
    toast(texts.copied, { tone: 'clear' });
  } catch {
    toast(texts.copyFailed, { tone: 'alert' });
  }
}

interface MessagesTableProps {
  messages: readonly DecryptMessage[];
  onDelete: (message: DecryptMessage) => void;
}

export function MessagesTable({ messages, onDelete }: MessagesTableProps) {
  const columns: Column<DecryptMessage>[] = [
    {
      key: 'code',
      label: texts.code,
      head: true,
      cell: ({ code }) =>
        code ? (
          <button
            type="button"
            className={s.code}
            title={texts.copy({ code })}
            onClick={() => void copy(code)}
          >
            <span className="mono">{code}</span>
            <Copy size={14} aria-hidden="true" />
          </button>
        ) : (
          '—'
        ),
    },
    {
      key: 'type',
      label: texts.type,
      cell: ({ type }) => <span className={s.kind}>{texts.kindWords[type]}</span>,
    },
    { key: 'content', label: texts.content, cell: (message) => <Content message={message} /> },
    {
      key: 'status',
      label: texts.status,
      cell: (message) => {
        const status = decryptStatus(message);
        return <Badge tone={tones[status]}>{draftTexts.status[status]}</Badge>;
      },
    },
    {
      key: 'views',
      label: texts.views,
      numeric: true,
      cell: ({ viewCount, maxViews }) =>
        `${formatNumber(viewCount)} / ${maxViews === null ? '∞' : formatNumber(maxViews)}`,
    },
    { key: 'times', label: texts.times, cell: (message) => <Times message={message} /> },
    {
      key: 'created',
      label: texts.created,
      cell: ({ id, code, createdAt, createdBy }) => (
        <span className={s.lines}>
          <time dateTime={createdAt}>{formatDate(createdAt, 'full')}</time>
          <span className={s.faint}>
            {createdBy && `${texts.by({ name: createdBy })} · `}
            <AuditLink subject={id} words={texts.audit} of={code} />
          </span>
        </span>
      ),
    },
    {
      key: 'actions',
      label: texts.actions,
      actions: true,
      cell: (message) => (
        <IconButton
          label={texts.deleteOf({ code: message.code })}
          icon={<Trash2 size={18} aria-hidden="true" />}
          onClick={() => onDelete(message)}
        />
      ),
    },
  ];
  return <Table caption={texts.caption} columns={columns} rows={messages} rowKey={({ id }) => id} />;
}

function Content({ message }: { message: DecryptMessage }) {
  const { content, galleryItems, type, unreadable, videoUrl } = message;
  if (unreadable) return <span>{texts.unreadable}</span>;
  const files = formatList(galleryItems.map(({ fileName }) => fileName));
  return (
    <span className={s.lines}>
      <span dir="auto">{content === '' ? texts.noContent : cut(content, contentCut)}</span>
      {type === 'gallery' && galleryItems.length > 0 && (
        <span className={s.faint} title={files}>
          {galleryItems.length === 1 ? texts.oneItem : texts.items({ length: galleryItems.length })}
        </span>
      )}
      {type === 'video' && <span className={s.faint}>{cut(videoUrl ?? files, contentCut)}</span>}
    </span>
  );
}

function Times({ message: { opensAt, expiresAt, isActive } }: { message: DecryptMessage }) {
  return (
    <span className={s.lines}>
      {opensAt && !isActive && (
        <time dateTime={opensAt}>{texts.opens({ at: formatDate(opensAt, 'full') })}</time>
      )}
      {expiresAt ? (
        <time dateTime={expiresAt}>{texts.expires({ at: formatDate(expiresAt, 'full') })}</time>
      ) : (
        <span className={s.faint}>{texts.never}</span>
      )}
    </span>
  );
}

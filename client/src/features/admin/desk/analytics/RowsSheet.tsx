// The rows that a figure counts, in pages, with an export.
import { texts } from 'texts:admin/desk/analytics';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Rows3 } from 'lucide-react';
import { messageOf } from '@/net/api';
import { exportFigure, type FigureQuery, figureRowsQuery } from '@/queries/desk/analytics';
import { detailValue } from '@/rules/details';
import { formatDate, formatNumber } from '@/rules/format';
import { chatRoomPath } from '@/rules/paths';
import { ExportButton } from '@/ui/ExportButton';
import { Modal } from '@/ui/LateModal';
import { Link } from '@/ui/Link';
import { QueryView } from '@/ui/QueryView';
import { Skeleton } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';
import { saveTable } from '@/ui/save';
import { type Column, Table } from '@/ui/Table';
import type { AnalyticsRow } from '@/wire/bodies.gen';
import { UserLink } from '../../links/UserLink';
import s from './Analytics.module.css';
import { rowsTitle } from './analyticsTexts';

export function RowsSheet({ query, onClose }: { query: FigureQuery; onClose: () => void }) {
  const rows = useInfiniteQuery(figureRowsQuery(query));
  const author = query.userId && rows.data?.pages[0]?.rows[0];
  const name = author ? (author.username ?? author.email) : null;
  const title = rowsTitle(query, name ?? (query.date && formatDate(query.date, 'dateOfYear', 'UTC')));
  async function save() {
    saveTable(`${query.figure}.csv`, await exportFigure(query));
  }
  return (
    <Modal
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={texts.rowsText}
      actions={
        <ExportButton
          label={texts.exportCsv}
          save={save}
          done={texts.exportDone}
          failed={texts.exportFailed}
        />
      }
    >
      <QueryView
        query={rows}
        items={(page) => page.rows}
        loading={texts.rowsLoading}
        skeleton={<Skeleton height="16rem" />}
        failed={(error) => messageOf(error, texts.rowsFailed)}
        empty={
          <EmptyState
            icon={<Rows3 size={32} strokeWidth={1.5} aria-hidden="true" />}
            title={texts.rowsNone}
            text={texts.rowsNoneText}
          />
        }
      >
        {(all) => (
          <Table caption={title} columns={columnsOf(query)} rows={unique(all)} rowKey={({ id }) => id} />
        )}
      </QueryView>
    </Modal>
  );
}

/** Numbers that change while one reads may bring a row to a later page again. */
const unique = (rows: readonly AnalyticsRow[]) => [...new Map(rows.map((row) => [row.id, row])).values()];

type RowColumn = Column<AnalyticsRow>;

const who = (): RowColumn => ({
  key: 'who',
  label: texts.who,
  head: true,
  cell: ({ userId, username }) =>
    userId ? (
      <UserLink id={userId}>{username ?? texts.unnamed}</UserLink>
    ) : (
      <span className={s.quiet}>{texts.unnamed}</span>
    ),
});
const email = (): RowColumn => ({ key: 'email', label: texts.email, cell: (row) => row.email ?? '—' });
const type = (): RowColumn => ({
  key: 'type',
  label: texts.type,
  cell: (row) => row.type && detailValue('type', row.type),
});
const count = (): RowColumn => ({
  key: 'messages',
  label: texts.messages,
  numeric: true,
  cell: ({ messages }) => formatNumber(messages ?? 0),
});
const room = (): RowColumn => ({ key: 'room', label: texts.room, cell: (row) => <RoomName row={row} /> });
const when = (label: string): RowColumn => ({
  key: 'at',
  label,
  cell: ({ at }) => at && <time dateTime={at}>{formatDate(at, 'full')}</time>,
});

function columnsOf({ figure }: FigureQuery): RowColumn[] {
  switch (figure) {
    case 'messages':
    case 'uploads':
      return [when(texts.when), who(), room(), type()];
    case 'senders':
      return [who(), email(), count()];
    case 'active':
      return [who(), email(), when(texts.seen)];
    case 'members':
    case 'joined':
      return [who(), email(), when(texts.since)];
    case 'rooms':
    case 'active_rooms':
      return [{ ...room(), head: true }, when(texts.since)];
  }
}

function RoomName({ row: { roomId, roomName, roomDeleted } }: { row: AnalyticsRow }) {
  if (!roomId) return '—';
  if (roomDeleted) return `${roomName || roomId} (${texts.roomDeleted})`;
  return <Link to={chatRoomPath(roomId)}>{roomName || roomId}</Link>;
}

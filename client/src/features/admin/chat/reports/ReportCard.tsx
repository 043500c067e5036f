// One report: why, about whom, the message with what stands around it, and the
// ruling.
import { texts } from 'texts:admin/chat/reports';
import { useQuery } from '@tanstack/react-query';
import { ArrowUpRight, ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { contextQuery } from '@/queries/chat/reports';
import { fullTime } from '@/rules/time';
import { jumpTo } from '@/stores/room/jump';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { QueryView } from '@/ui/QueryView';
import { Skeleton } from '@/ui/Skeleton';
import type { Report, ReportedPerson } from '@/wire/bodies.gen';
import type { MessageBody } from '@/wire/frames.gen';
import { AuditLink } from '../../links/AuditLink';
import { UserLink } from '../../links/UserLink';
import s from './Reports.module.css';
import { outcomes } from './rulingTexts';

export const nameOf = ({ username }: ReportedPerson) => username ?? texts.unnamed;

interface ReportCardProps {
  report: Report;
  onRule: (report: Report) => void;
}

export function ReportCard({ report, onRule }: ReportCardProps) {
  const { subject, reporter, message, roomId, messageId, outcome, closedAt, closedBy } = report;
  const id = useId();
  const [around, setAround] = useState(false);
  return (
    <li className={s.card} aria-labelledby={id}>
      <header className={s.head}>
        <h3 id={id} className={s.title}>
          <Person person={subject} />
        </h3>
        <Badge tone="alert">{texts.reasonWords[report.reason]}</Badge>
        {outcome && (
          <Badge tone="info">{outcomes().find(({ value }) => value === outcome)?.label ?? outcome}</Badge>
        )}
        <time className={s.when} dateTime={report.createdAt}>
          {fullTime(Date.parse(report.createdAt))}
        </time>
      </header>
      {messageId === null ? (
        <p className={s.quiet}>{texts.aboutMember}</p>
      ) : message && roomId ? (
        <>
          {around ? (
            <Around roomId={roomId} message={message} />
          ) : (
            <blockquote className={s.quote}>
              <Said message={message} />
            </blockquote>
          )}
          <div className={s.actions}>
            <Button
              size="small"
              variant="ghost"
              aria-expanded={around}
              aria-describedby={id}
              icon={<ChevronDown size={16} aria-hidden="true" />}
              onClick={() => setAround(!around)}
            >
              {around ? texts.contextHide : texts.context}
            </Button>
            <Button
              size="small"
              variant="ghost"
              icon={<ArrowUpRight size={16} aria-hidden="true" />}
              aria-describedby={id}
              onClick={() => jumpTo(message.id, roomId)}
            >
              {texts.jump}
            </Button>
          </div>
        </>
      ) : (
        <p className={s.quiet}>{texts.gone}</p>
      )}
      <p className={s.quiet}>
        {texts.reportedBy} <Person person={reporter} />
      </p>
      {report.note !== '' && <p className={s.note}>{report.note}</p>}
      {report.state === 'open' ? (
        <div className={s.actions}>
          <Button onClick={() => onRule(report)} aria-describedby={id}>
            {texts.rule}
          </Button>
        </div>
      ) : (
        <p className={s.quiet}>
          {closedBy && texts.closedBy({ name: nameOf(closedBy) })}
          {closedAt && `, ${fullTime(Date.parse(closedAt))}`}{' '}
          <AuditLink subject={report.id} words={texts.audit} describedBy={id} />
        </p>
      )}
      {report.outcomeNote !== '' && <p className={s.note}>{report.outcomeNote}</p>}
    </li>
  );
}

function Person({ person }: { person: ReportedPerson }) {
  return <UserLink id={person.id}>{nameOf(person)}</UserLink>;
}

/** The reported message among its neighbours; itself alone when they cannot be read. */
function Around({ roomId, message }: { roomId: string; message: MessageBody }) {
  const context = useQuery(contextQuery(roomId, message.id));
  return (
    <QueryView
      query={context}
      loading={texts.contextLoading}
      skeleton={<Skeleton height="8rem" />}
      failed={texts.contextFailed}
    >
      {(messages) => (
        <ol className={s.around}>
          {messages.map((each) => (
            <li key={each.id} className={s.said} aria-current={each.id === message.id || undefined}>
              <Said message={each} />
            </li>
          ))}
        </ol>
      )}
    </QueryView>
  );
}

const kinds = () =>
  ({ gif: 'GIF', image: texts.image, video: texts.video, voice: texts.voiceMessage }) as const;

function Said({ message }: { message: MessageBody }) {
  const { deleted_at, message_type, username } = message;
  const words = deleted_at
    ? texts.messageDeleted
    : message_type === 'text'
      ? message.message
      : kinds()[message_type];
  return (
    <>
      <strong>{username}</strong> <span dir="auto">{words}</span>
    </>
  );
}

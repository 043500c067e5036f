// What a user wrote and did lately.
import { texts } from 'texts:admin/desk/users';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '@/net/api';
import { userActivityQuery } from '@/queries/desk/users';
import { detailValue } from '@/rules/details';
import { formatDate } from '@/rules/format';
import { chatRoomPath } from '@/rules/paths';
import { Link } from '@/ui/Link';
import { QueryView } from '@/ui/QueryView';
import { Section } from '@/ui/Section';
import { Skeleton } from '@/ui/Skeleton';
import type { UserMessage } from '@/wire/bodies.gen';
import { eventDetail, eventName } from './eventTexts';
import s from './User.module.css';

export function UserActivityTab({ id }: { id: string }) {
  const query = useQuery(userActivityQuery(id));
  return (
    <QueryView
      query={query}
      loading={texts.activityLoading}
      skeleton={<Skeleton height="20rem" />}
      failed={(error) => messageOf(error, texts.profileFailed)}
    >
      {({ recentMessages, activityLog }) => (
        <div className={s.part}>
          <Section title={texts.recent} level={3}>
            {recentMessages.length === 0 && <p className={s.quiet}>{texts.recentNone}</p>}
            <ul className={s.lines}>
              {recentMessages.map((message) => (
                <li key={message.id}>
                  <When at={message.created_at} />
                  <span className={s.said}>
                    <Said message={message} />{' '}
                    <Link className={s.room} to={chatRoomPath(message.room_id)}>
                      {message.room_name}
                    </Link>
                  </span>
                </li>
              ))}
            </ul>
          </Section>
          <Section title={texts.log} level={3}>
            {activityLog.length === 0 && <p className={s.quiet}>{texts.logNone}</p>}
            <ul className={s.lines}>
              {activityLog.map((event) => (
                <li key={`${event.created_at} ${event.event_type} ${eventDetail(event.event_data)}`}>
                  <When at={event.created_at} />
                  <span className={s.said}>
                    {eventName(event.event_type)}{' '}
                    <span className={s.quiet}>{eventDetail(event.event_data)}</span>
                  </span>
                </li>
              ))}
            </ul>
          </Section>
        </div>
      )}
    </QueryView>
  );
}

function Said({ message: { message_type, message } }: { message: UserMessage }) {
  if (message) return message;
  return (
    <span className={s.quiet}>
      {message_type === 'text' ? texts.deleted : detailValue('type', message_type)}
    </span>
  );
}

const When = ({ at }: { at: string }) => (
  <time dateTime={at} className={s.when}>
    {formatDate(at, 'full')}
  </time>
);

// Counts of one user.
import { texts } from 'texts:admin/desk/users';
import { useQuery } from '@tanstack/react-query';
import { textNamed } from '@/languages/texts';
import { messageOf } from '@/net/api';
import { DayValues } from '@/parts/chart/DayValues';
import { userAnalyticsQuery } from '@/queries/desk/users';
import { detailValue } from '@/rules/details';
import { formatNumber } from '@/rules/format';
import { QueryView } from '@/ui/QueryView';
import { Section } from '@/ui/Section';
import { Skeleton } from '@/ui/Skeleton';
import s from './User.module.css';

export function UserAnalyticsTab({ id }: { id: string }) {
  const query = useQuery(userAnalyticsQuery(id));
  return (
    <QueryView
      query={query}
      loading={texts.analyticsLoading}
      skeleton={<Skeleton height="20rem" />}
      failed={(error) => messageOf(error, texts.profileFailed)}
    >
      {({ messageStats, activityLevel, accountAge, loginStats, mediaStats, chatStats }) => (
        <div className={s.part}>
          <dl className={s.cards}>
            <Card term={texts.messages} value={formatNumber(messageStats.total)} />
            <Card term={texts.level} value={textNamed(texts.levels, activityLevel) ?? activityLevel} />
            <Card term={texts.age} value={texts.days({ count: accountAge })} />
            <Card term={texts.logins} value={formatNumber(loginStats.totalLogins)} />
            <Card term={texts.uploads} value={formatNumber(mediaStats.totalUploads)} />
          </dl>
          <Section title={texts.types} level={3}>
            {messageStats.total === 0 ? (
              <p className={s.quiet}>{texts.recentNone}</p>
            ) : (
              <ul className={s.types}>
                {Object.entries(messageStats.byType).map(([type, count]) => (
                  <li key={type}>
                    {detailValue('type', type)} <strong className="mono">{formatNumber(count)}</strong>
                  </li>
                ))}
              </ul>
            )}
          </Section>
          <Section title={texts.daily} level={3}>
            <DayValues
              label={texts.daily}
              days={chatStats.dailyActivity.map(({ date, messages_sent }) => ({
                date,
                value: messages_sent,
              }))}
              format={formatNumber}
              heads={{ value: texts.messages, note: '' }}
            />
          </Section>
        </div>
      )}
    </QueryView>
  );
}

function Card({ term, value }: { term: string; value: string }) {
  return (
    <div className={s.card}>
      <dt className="label">{term}</dt>
      <dd>{value}</dd>
    </div>
  );
}

// The messages of a time range: by the hour of the day, and by who wrote most.
import { texts } from 'texts:admin/desk/analytics';
import { useQuery } from '@tanstack/react-query';
import { BarValues } from '@/parts/chart/BarValues';
import type { Band } from '@/parts/chart/bar';
import { chatAnalyticsQuery, type FigureQuery } from '@/queries/desk/analytics';
import { formatNumber } from '@/rules/format';
import { Button } from '@/ui/Button';
import { QueryView } from '@/ui/QueryView';
import { Section } from '@/ui/Section';
import { Segmented } from '@/ui/Segmented';
import { Skeleton } from '@/ui/Skeleton';
import type { ChatAnalytics, TimeRange } from '@/wire/bodies.gen';
import { useChoice } from '../../address';
import { UserLink } from '../../links/UserLink';
import s from './Analytics.module.css';
import { hourName, ranges } from './analyticsTexts';
import { Stat, Stats } from './Stats';

/** The step of a bar beside the highest one. */
export function bandOf(value: number, most: number): Band {
  const percent = most > 0 ? (value / most) * 100 : 0;
  if (percent > 75) return 'top';
  if (percent > 50) return 'high';
  return percent > 25 ? 'middle' : 'low';
}

interface ChatStatsProps {
  onOpen: (query: FigureQuery) => void;
}

export function ChatStats({ onOpen }: ChatStatsProps) {
  const [timeRange, setTimeRange] = useChoice<TimeRange>('range', ranges(), 'day');
  const query = useQuery(chatAnalyticsQuery(timeRange));
  return (
    <Section
      title={texts.chat}
      aside={<Segmented label={texts.range} options={ranges()} value={timeRange} onChange={setTimeRange} />}
    >
      <QueryView
        query={query}
        loading={texts.loading}
        skeleton={<Skeleton height="24rem" />}
        failed={texts.failed}
      >
        {(data) => (
          <div className={s.section} aria-busy={query.isPlaceholderData}>
            <Sums data={data} onOpen={onOpen} />
            <div className={s.halves}>
              <Hours data={data} onOpen={onOpen} />
              <TopUsers data={data} onOpen={onOpen} />
            </div>
          </div>
        )}
      </QueryView>
    </Section>
  );
}

interface PartProps extends ChatStatsProps {
  data: ChatAnalytics;
}

function Sums({ data, onOpen }: PartProps) {
  const { timeRange, totalMessages, uniqueUsers, averageMessagesPerUser } = data;
  return (
    <Stats>
      <Stat
        label={texts.total}
        value={totalMessages}
        onOpen={() => onOpen({ figure: 'messages', timeRange })}
      />
      <Stat
        label={texts.unique}
        value={uniqueUsers}
        onOpen={() => onOpen({ figure: 'senders', timeRange })}
      />
      <Stat label={texts.perUser} value={averageMessagesPerUser} />
    </Stats>
  );
}

function Hours({ data, onOpen }: PartProps) {
  const { timeRange, hourlyDistribution, peakHour } = data;
  const [peak = 0, most = 0] = peakHour;
  if (most === 0) return <p className={s.quiet}>{texts.noMessages}</p>;
  return (
    <div className={s.section}>
      <p className={s.quiet}>{texts.peak({ hour: hourName(peak), count: most })}</p>
      <BarValues
        label={texts.hours}
        bars={hourlyDistribution.map((value, hour) => ({
          key: String(hour),
          short: String(hour).padStart(2, '0'),
          name: hourName(hour),
          tip: hourName(hour),
          value,
          band: bandOf(value, most),
        }))}
        format={formatNumber}
        heads={{ name: texts.hour, value: texts.messages, note: '' }}
        open={{
          label: ({ short, name }) => texts.openHour({ hour: name ?? short }),
          run: (hour) => onOpen({ figure: 'messages', timeRange, hour: Number(hour) }),
        }}
      />
    </div>
  );
}

function TopUsers({ data, onOpen }: PartProps) {
  const { timeRange, topUsers, totalMessages } = data;
  return (
    <div className={s.section}>
      <h3 className="label">{texts.top}</h3>
      {topUsers.length === 0 && <p className={s.quiet}>{texts.topNone}</p>}
      <ol className={s.top}>
        {topUsers.map(({ userId, username, email, messageCount }) => {
          const name = username || email || texts.unnamed;
          return (
            <li key={userId}>
              <span className={s.who}>
                <UserLink id={userId}>{name}</UserLink>
                {email && <span className={s.note}>{email}</span>}
              </span>
              <span className={s.share} aria-hidden="true">
                <span style={{ inlineSize: `${(messageCount / Math.max(totalMessages, 1)) * 100}%` }} />
              </span>
              <Button
                size="small"
                aria-label={texts.openUserOf({ count: messageCount, name })}
                onClick={() => onOpen({ figure: 'messages', timeRange, userId })}
              >
                {formatNumber(messageCount)}
              </Button>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

// Counts of the whole community: what it is today, who writes when, who joins. Each
// opens the rows that it counts.

import { texts } from 'texts:admin/desk/analytics';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { DayValues } from '@/parts/chart/DayValues';
import { type FigureQuery, growthQuery, overviewQuery } from '@/queries/desk/analytics';
import { formatNumber } from '@/rules/format';
import { onDemand } from '@/ui/onDemand';
import { QueryView } from '@/ui/QueryView';
import { Section } from '@/ui/Section';
import { Skeleton } from '@/ui/Skeleton';
import { useAddress } from '../../address';
import s from './Analytics.module.css';
import { ChatStats } from './ChatStats';
import { openedOf, openedParts, placeOf } from './opened';
import { Rate, Stat, Stats } from './Stats';

const RowsSheet = onDemand<ComponentProps<typeof import('./RowsSheet').RowsSheet>>(() =>
  import('./RowsSheet').then(({ RowsSheet }) => ({ default: RowsSheet })),
);

const growthDays = 7;

export function AnalyticsTab() {
  const { params, open: openPlace, close } = useAddress();
  const opened = openedOf(params);
  const open = (query: FigureQuery) => openPlace(placeOf(query));
  return (
    <div className={s.tab}>
      <Overview onOpen={open} />
      <ChatStats onOpen={open} />
      <Growth onOpen={open} />
      {opened && <RowsSheet query={opened} onClose={() => close(...openedParts)} />}
    </div>
  );
}

type OnOpen = (query: FigureQuery) => void;

function Overview({ onOpen }: { onOpen: OnOpen }) {
  const query = useQuery(overviewQuery);
  const { go } = useAddress();
  return (
    <Section title={texts.overview}>
      <QueryView
        query={query}
        loading={texts.loading}
        skeleton={<Skeleton height="12rem" />}
        failed={texts.failed}
      >
        {({ users, messages, rooms, media, timeZone }) => (
          <>
            <Stats>
              <Stat
                label={texts.users}
                value={users.total}
                note={<Rate percent={users.growthRate} than={texts.weekRate} />}
                onOpen={() => onOpen({ figure: 'members' })}
              />
              <Stat
                label={texts.online}
                value={users.onlineNow}
                note={texts.inChat}
                onOpen={() => go({ tab: 'activity' })}
              />
              <Stat
                label={texts.active}
                value={users.activeToday}
                onOpen={() => onOpen({ figure: 'active' })}
              />
              <Stat
                label={texts.today}
                value={messages.today}
                note={
                  messages.yesterday > 0 ? (
                    <Rate
                      percent={messages.growthRate}
                      than={texts.dayRate({ yesterday: formatNumber(messages.yesterday) })}
                    />
                  ) : (
                    texts.dayNone
                  )
                }
                onOpen={() => onOpen({ figure: 'messages', timeRange: 'day' })}
              />
              <Stat
                label={texts.week}
                value={messages.thisWeek}
                onOpen={() => onOpen({ figure: 'messages', timeRange: 'week' })}
              />
              <Stat label={texts.average} value={messages.averagePerDay} note={texts.averageNote} />
              <Stat label={texts.rooms} value={rooms.total} onOpen={() => onOpen({ figure: 'rooms' })} />
              <Stat
                label={texts.activeRooms}
                value={rooms.active}
                onOpen={() => onOpen({ figure: 'active_rooms' })}
              />
              <Stat
                label={texts.uploads}
                value={media.uploadsToday}
                onOpen={() => onOpen({ figure: 'uploads' })}
              />
            </Stats>
            <p className={s.quiet}>{texts.zone({ zone: timeZone })}</p>
          </>
        )}
      </QueryView>
    </Section>
  );
}

function Growth({ onOpen }: { onOpen: OnOpen }) {
  const query = useQuery(growthQuery(growthDays));
  return (
    <Section title={texts.growth}>
      <QueryView
        query={query}
        loading={texts.loading}
        skeleton={<Skeleton height="18rem" />}
        failed={texts.failed}
      >
        {({ chartData, totalNewUsers, averagePerDay }) => (
          <>
            <p className={s.quiet}>
              {texts.joinedTotal({
                count: formatNumber(totalNewUsers),
                average: formatNumber(averagePerDay),
              })}
            </p>
            <DayValues
              label={texts.growth}
              days={chartData.map(({ date, newUsers }) => ({ date, value: newUsers }))}
              format={formatNumber}
              heads={{ value: texts.joined, note: '' }}
              open={{
                label: (day) => texts.openDay({ day }),
                run: (date) => onOpen({ figure: 'joined', date }),
              }}
            />
          </>
        )}
      </QueryView>
    </Section>
  );
}

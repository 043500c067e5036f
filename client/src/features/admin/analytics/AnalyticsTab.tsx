// Figures of the whole community: what it is today, who writes when, who joins. Each
// opens the rows that it counts.

import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { DayValues } from '@/parts/chart/DayValues';
import { type FigureQuery, growthQuery, overviewQuery } from '@/queries/analytics';
import { formatNumber } from '@/rules/format';
import { onDemand } from '@/ui/onDemand';
import { QueryView } from '@/ui/QueryView';
import { Section } from '@/ui/Section';
import { Skeleton } from '@/ui/Skeleton';
import { useAddress } from '../address';
import s from './Analytics.module.css';
import { ChatFigures } from './ChatFigures';
import { Figure, Figures, Rate } from './Figures';
import { openedOf, openedParts, placeOf } from './opened';
import { texts } from './texts';

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
      <OverviewFigures onOpen={open} />
      <ChatFigures onOpen={open} />
      <Growth onOpen={open} />
      {opened && <RowsSheet query={opened} onClose={() => close(...openedParts)} />}
    </div>
  );
}

type OnOpen = (query: FigureQuery) => void;

function OverviewFigures({ onOpen }: { onOpen: OnOpen }) {
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
            <Figures>
              <Figure
                label={texts.users}
                value={users.total}
                note={<Rate percent={users.growthRate} than={texts.weekRate} />}
                onOpen={() => onOpen({ figure: 'members' })}
              />
              <Figure
                label={texts.online}
                value={users.onlineNow}
                note={texts.inChat}
                onOpen={() => go({ tab: 'activity' })}
              />
              <Figure
                label={texts.active}
                value={users.activeToday}
                onOpen={() => onOpen({ figure: 'active' })}
              />
              <Figure
                label={texts.today}
                value={messages.today}
                note={
                  messages.yesterday > 0 ? (
                    <Rate
                      percent={messages.growthRate}
                      than={texts.dayRate(formatNumber(messages.yesterday))}
                    />
                  ) : (
                    texts.dayNone
                  )
                }
                onOpen={() => onOpen({ figure: 'messages', timeRange: 'day' })}
              />
              <Figure
                label={texts.week}
                value={messages.thisWeek}
                onOpen={() => onOpen({ figure: 'messages', timeRange: 'week' })}
              />
              <Figure label={texts.average} value={messages.averagePerDay} note={texts.averageNote} />
              <Figure label={texts.rooms} value={rooms.total} onOpen={() => onOpen({ figure: 'rooms' })} />
              <Figure
                label={texts.activeRooms}
                value={rooms.active}
                onOpen={() => onOpen({ figure: 'active_rooms' })}
              />
              <Figure
                label={texts.uploads}
                value={media.uploadsToday}
                onOpen={() => onOpen({ figure: 'uploads' })}
              />
            </Figures>
            <p className={s.quiet}>{texts.zone(timeZone)}</p>
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
              {texts.joinedTotal(formatNumber(totalNewUsers), formatNumber(averagePerDay))}
            </p>
            <DayValues
              label={texts.growth}
              days={chartData.map(({ date, newUsers }) => ({ date, value: newUsers }))}
              format={formatNumber}
              heads={{ value: texts.joined, note: '' }}
              open={{ label: texts.openDay, run: (date) => onOpen({ figure: 'joined', date }) }}
            />
          </>
        )}
      </QueryView>
    </Section>
  );
}

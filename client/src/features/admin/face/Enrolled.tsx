// Everybody with an enrolled face: totals, a grid with search and order, and one's history.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ScanFace } from 'lucide-react';
import { useEffect } from 'react';
import { messageOf } from '@/net/api';
import { enrolledQuery, faceStatsQuery, grantRefused } from '@/queries/faceViewer';
import { formatDate, formatNumber } from '@/rules/format';
import { QueryView } from '@/ui/QueryView';
import { SearchField } from '@/ui/SearchField';
import { Section } from '@/ui/Section';
import { Select } from '@/ui/Select';
import { Skeleton } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';
import type { FaceUser } from '@/wire/bodies.gen';
import { useAddress, useChoice, useTyped } from '../address';
import { Confidence } from './Confidence';
import s from './Face.module.css';
import { History } from './History';
import { LinksLeft } from './LinksLeft';
import { nameOf } from './names';
import { Picture } from './Picture';
import { found, sorted } from './select';
import { texts } from './texts';

interface EnrolledProps {
  grant: string;
  onRefused: () => void;
}

export function Enrolled({ grant, onRefused }: EnrolledProps) {
  const { params, open, close } = useAddress();
  const query = useInfiniteQuery(enrolledQuery(grant));
  const stats = useQuery(faceStatsQuery(grant));
  const refused = grantRefused(query.error) || grantRefused(stats.error);
  useEffect(() => {
    if (refused) onRefused();
  }, [refused, onRefused]);
  const member = params.get('face');
  // The first page's links end first.
  const until = query.data?.pages[0]?.urlsExpireAt;
  return (
    <>
      <Section title={texts.stats} level={3}>
        <QueryView
          query={stats}
          loading={texts.loading}
          skeleton={<Skeleton height="4rem" />}
          failed={(error) => messageOf(error, texts.failed)}
        >
          {({ totalEnrolledUsers, totalVerifications, recentStats }) => (
            <dl className={s.stats}>
              <Stat term={texts.enrolled}>{formatNumber(totalEnrolledUsers)}</Stat>
              <Stat term={texts.verifications}>{formatNumber(totalVerifications)}</Stat>
              <Stat term={texts.average}>
                <Confidence value={totalVerifications > 0 ? recentStats.averageConfidence : null} />
              </Stat>
              <Stat term={texts.passRate}>{percent(recentStats.passRate)}</Stat>
            </dl>
          )}
        </QueryView>
      </Section>
      <Section title={texts.users} level={3}>
        {until && <LinksLeft until={until} busy={query.isFetching} onRenew={() => void query.refetch()} />}
        <QueryView
          query={query}
          items={(page) => page.users}
          loading={texts.loading}
          skeleton={<Skeleton height="24rem" />}
          failed={(error) => messageOf(error, texts.failed)}
          empty={
            <EmptyState
              icon={<ScanFace size={32} strokeWidth={1.5} aria-hidden="true" />}
              title={texts.none}
            />
          }
        >
          {(users) => <Grid users={users} onOpen={(id) => open({ face: id })} />}
        </QueryView>
      </Section>
      {member && (
        <History key={member} grant={grant} id={member} onClose={() => close('face')} onRefused={onRefused} />
      )}
    </>
  );
}

function Grid({ users, onOpen }: { users: readonly FaceUser[]; onOpen: (id: string) => void }) {
  const { text, typed, setTyped } = useTyped('q', 200);
  const [order, setOrder] = useChoice('sort', texts.sorts, 'lastUsed');
  const shown = sorted(found(users, text), order);
  return (
    <>
      <div className={s.filters}>
        <SearchField label={texts.search} placeholder={texts.search} value={typed} onChange={setTyped} />
        <Select label={texts.sort} options={texts.sorts} value={order} onChange={setOrder} />
      </div>
      {shown.length === 0 && <EmptyState title={texts.noneFound} />}
      <ul className={s.grid} aria-label={texts.users}>
        {shown.map((user) => (
          <li key={user.userId} className={s.card}>
            <Picture src={user.enrollmentImageUrl} alt={texts.pictureOf(nameOf(user))} />
            <div className={s.facts}>
              <button type="button" className={s.name} onClick={() => onOpen(user.userId)}>
                {nameOf(user)}
              </button>
              <span className={s.quiet}>{[user.email, user.phone].filter(Boolean).join(' · ')}</span>
              <span className={s.quiet}>{texts.since(formatDate(user.enrolledAt, 'dateOfYear'))}</span>
              <span className={s.quiet}>
                {texts.last(user.lastUsed && formatDate(user.lastUsed, 'full'))}
              </span>
              <dl className={s.numbers}>
                <Stat term={texts.scans}>{formatNumber(user.totalScans)}</Stat>
                <Stat term={texts.checks}>{formatNumber(user.stats.totalVerifications)}</Stat>
                <Stat term={texts.rate}>{percent(user.stats.recentPassRate)}</Stat>
              </dl>
              <Confidence value={user.stats.totalVerifications > 0 ? user.stats.averageConfidence : null} />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

const percent = (rate: number) => `${Math.floor(rate)}%`;

function Stat({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="label">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

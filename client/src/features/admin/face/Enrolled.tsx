// Everybody with an enrolled face: totals, a grid that the server searches and sorts, and
// one's history.
import { texts } from 'texts:admin/face';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ScanFace } from 'lucide-react';
import { useEffect } from 'react';
import { messageOf } from '@/net/api';
import { serverNow } from '@/net/serverClock';
import { enrolledQuery, faceStatsQuery, grantRefused } from '@/queries/face/faceViewer';
import { formatDate, formatNumber, formatPercent } from '@/rules/format';
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
import { FaceHistorySheet } from './FaceHistorySheet';
import { FacePicture } from './FacePicture';
import { nameOf } from './faceNames';
import { sorts } from './faceViewerTexts';
import { LinksLeft } from './LinksLeft';

/** Each search is kept in the audit log, so typing must rest for longer than elsewhere. */
const searchMs = 500;

interface EnrolledProps {
  grant: string;
  onRefused: () => void;
}

export function Enrolled({ grant, onRefused }: EnrolledProps) {
  const { params, open, close } = useAddress();
  const { text: search, typed, setTyped } = useTyped('q', searchMs);
  const [sortBy, setSortBy] = useChoice('sort', sorts(), 'lastUsed');
  const query = useInfiniteQuery(enrolledQuery(grant, { search, sortBy }));
  const stats = useQuery(faceStatsQuery(grant));
  const refused = grantRefused(query.error) || grantRefused(stats.error);
  useEffect(() => {
    if (refused) onRefused();
  }, [refused, onRefused]);
  const member = params.get('face');
  // The first page's links end first.
  const first = query.data?.pages[0];
  const nobody = search === '' && first?.users.length === 0;
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
                <Confidence
                  value={recentStats.totalVerifications > 0 ? recentStats.averageConfidence : null}
                />
              </Stat>
              <Stat term={texts.passRate}>
                {recentStats.totalVerifications > 0 ? percent(recentStats.passRate) : '—'}
              </Stat>
            </dl>
          )}
        </QueryView>
      </Section>
      <Section title={texts.users} level={3}>
        {!nobody && (
          <search className={s.filters} aria-label={texts.users}>
            <SearchField label={texts.search} placeholder={texts.search} value={typed} onChange={setTyped} />
            <Select label={texts.sort} options={sorts()} value={sortBy} onChange={setSortBy} />
          </search>
        )}
        {first && !nobody && (
          <LinksLeft
            until={first.urlsExpireAt}
            busy={query.isFetching}
            onRenew={() => void query.refetch()}
          />
        )}
        <div className={s.found} aria-busy={query.isPlaceholderData || undefined}>
          <QueryView
            query={query}
            items={(page) => page.users}
            loading={texts.loading}
            skeleton={<Skeleton height="24rem" />}
            failed={(error) => messageOf(error, texts.failed)}
            empty={
              <EmptyState
                icon={<ScanFace size={32} strokeWidth={1.5} aria-hidden="true" />}
                title={search === '' ? texts.none : texts.noneFound}
              />
            }
          >
            {(users) => <Grid users={users} onOpen={(id) => open({ face: id })} />}
          </QueryView>
        </div>
      </Section>
      {member && (
        <FaceHistorySheet
          key={member}
          grant={grant}
          id={member}
          onClose={() => close('face')}
          onRefused={onRefused}
        />
      )}
    </>
  );
}

function Grid({ users, onOpen }: { users: readonly FaceUser[]; onOpen: (id: string) => void }) {
  return (
    <ul className={s.grid} aria-label={texts.users}>
      {users.map((user) => (
        <li key={user.userId} className={s.card}>
          <FacePicture src={user.enrollmentImageUrl} alt={texts.pictureOf({ name: nameOf(user) })} />
          <div className={s.facts}>
            <button type="button" className={s.name} onClick={() => onOpen(user.userId)}>
              {nameOf(user)}
            </button>
            <span className={s.quiet}>{[user.email, user.phone].filter(Boolean).join(' · ')}</span>
            <span className={s.quiet}>{texts.since({ at: formatDate(user.enrolledAt, 'dateOfYear') })}</span>
            <span className={s.quiet}>
              {user.lastUsed ? texts.lastUsed({ at: formatDate(user.lastUsed, 'full') }) : texts.neverUsed}
            </span>
            <dl className={s.numbers}>
              <Stat term={texts.scans}>{formatNumber(user.totalScans)}</Stat>
              <Stat term={texts.checks}>{formatNumber(user.stats.totalVerifications)}</Stat>
              <Stat term={texts.rate}>
                {isRecent(user.lastUsed) ? percent(user.stats.recentPassRate) : '—'}
              </Stat>
            </dl>
            <Confidence value={user.stats.totalVerifications > 0 ? user.stats.averageConfidence : null} />
          </div>
        </li>
      ))}
    </ul>
  );
}

const recentMs = 30 * 24 * 60 * 60_000;

/** Whether a recent rate is of anything. */
const isRecent = (lastUsed: string | null) =>
  lastUsed !== null && Date.parse(lastUsed) > serverNow() - recentMs;

const percent = (rate: number) => formatPercent(Math.floor(rate));

function Stat({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="label">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

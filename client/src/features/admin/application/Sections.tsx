// What an application says: its four stages, its metadata, its decisions, its relatives.
import { texts } from 'texts:admin/application';
import type { ReactNode } from 'react';
import { isolated } from '@/languages/isolate';
import { secondsWords, stageWords, statusOf } from '@/rules/application/review';
import { brandName } from '@/rules/brand';
import { formatDate } from '@/rules/format';
import { paths } from '@/rules/paths';
import { useConfig } from '@/stores/session/config';
import { Badge } from '@/ui/Badge';
import { Link } from '@/ui/Link';
import { Section } from '@/ui/Section';
import type { AdminApplication } from '@/wire/bodies.gen';
import { AuditLink } from '../links/AuditLink';
import { UserLink } from '../links/UserLink';
import { Photo } from './Photo';
import { questions } from './questions';
import s from './Review.module.css';

type Value = ReactNode | boolean;

interface SectionProps {
  application: AdminApplication;
}

/** Terms and what stands for each; a yes or no in words, nothing as NOT PROVIDED. */
function Facts({ facts }: { facts: readonly (readonly [term: string, value: Value])[] }) {
  return (
    <dl className={s.facts}>
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt className="label">{term}</dt>
          <dd>{shown(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function shown(value: Value): ReactNode {
  if (value === true) return texts.yes;
  if (value === false) return texts.no;
  return value === null || value === undefined || value === '' ? (
    <span className={s.missing}>{texts.missing}</span>
  ) : (
    value
  );
}

const moment = (at: string | null) => at && formatDate(at, 'full');
/** A date without a time is the same day in every time zone. */
const day = (at: string | null) => at && formatDate(at, 'dateOfYear', 'UTC');

function Verified({ is }: { is: boolean }) {
  return <Badge tone={is ? 'clear' : 'alert'}>{is ? texts.verified : texts.notVerified}</Badge>;
}

export function Stage1({ application: a }: SectionProps) {
  const address = [a.street_address, a.city, a.state_province, a.country].filter(Boolean).join(', ');
  return (
    <Section title={texts.stage1} level={3}>
      <div className={s.person}>
        <Photo application={a} className={s.portrait} />
        <Facts
          facts={[
            [texts.fullName, a.full_name],
            [
              texts.eMail,
              <>
                {a.email} <Verified is={a.email_verified} />
              </>,
            ],
            [
              texts.phone,
              a.phone && (
                <>
                  {a.phone} <Verified is={a.phone_verified} />
                </>
              ),
            ],
            [texts.dateOfBirth, day(a.date_of_birth)],
            [texts.ageVerified, a.age_verified],
            [texts.address, address],
          ]}
        />
      </div>
    </Section>
  );
}

export function Stage2({ application: a }: SectionProps) {
  return (
    <Section title={texts.stage2} level={3}>
      <Facts
        facts={[
          [texts.discoveryPlatform, a.discovery_platform],
          [texts.followingSince, a.following_since?.slice(0, 4)],
          [texts.twitter, a.twitter_username],
          [texts.instagram, a.instagram_username],
          [texts.snapchat, a.snapchat_username],
          ['TikTok', a.tiktok_username],
          [texts.afcMember, a.is_afc_member],
          [texts.photodumpMember, a.is_photodump_member],
          ...optional(texts.photodumpEMail, a.photodump_email),
          [texts.fanfixChat, a.has_fanfix_chat],
          ...optional(texts.fanfixUsername, a.fanfix_username),
          [texts.hasUsedDonotenter, a.has_used_donotenter],
          [texts.hasPlayedItsGames, a.has_played_donotenter_games],
          ...optional(texts.donotenterEMail, a.donotenter_email),
          [texts.hasPurchased, a.has_purchased],
          ...optional(texts.purchaseDetails, a.purchase_details),
        ]}
      />
    </Section>
  );
}

/** What is asked only of who said yes. */
const optional = (term: string, value: string | null) => (value ? ([[term, value]] as const) : []);

export function Stage3({ application: a }: SectionProps) {
  const creator = brandName(useConfig()?.creatorName, 'The Creator', texts.theCreator);
  return (
    <Section
      title={texts.stage3}
      level={3}
      aside={
        a.time_spent !== null && (
          <span className={s.time}>{texts.timeSpent({ time: secondsWords(a.time_spent) })}</span>
        )
      }
    >
      <p className={s.quiet}>{texts.timesHint}</p>
      <dl className={s.answers}>
        {questions(creator).map(({ key, label }) => {
          const seconds = a.question_times[key];
          return (
            <div key={key}>
              <dt>
                <span className="label">{label}</span>
                {seconds !== undefined && (
                  <span className={s.time}>
                    <span aria-hidden="true">{secondsWords(seconds)}</span>
                    <span className="sr-only">{texts.timeOf({ time: secondsWords(seconds) })}</span>
                  </span>
                )}
              </dt>
              <dd className={s.answer} dir="auto">
                {shown(a[key])}
              </dd>
            </div>
          );
        })}
      </dl>
    </Section>
  );
}

export function Stage4({ application: a }: SectionProps) {
  return (
    <Section title={texts.stage4} level={3}>
      <Facts
        facts={[
          [texts.agreed, a.nda_agreed],
          [texts.signature, a.nda_signature],
          [texts.signedAt, moment(a.nda_signed_at)],
          ...optional(texts.versionOfTheNda, a.nda_version),
        ]}
      />
    </Section>
  );
}

export function Metadata({ application: a }: SectionProps) {
  const member = a.member_id && <UserLink id={a.member_id}>{texts.member}</UserLink>;
  const expedited = a.expedited && <FeesLink id={a.id} />;
  return (
    <Section title={texts.metadata} level={3} aside={<AuditLink subject={a.id} words={texts.audit} />}>
      <Facts
        facts={[
          [texts.number, a.application_number],
          [texts.statusLabel, texts.statusWords[statusOf(a)]],
          [texts.expeditedLabel, expedited],
          [texts.stage, stageWords(a)],
          [texts.created, moment(a.created_at)],
          [texts.submittedLabel, moment(a.submitted_at)],
          [texts.ipAddress, a.ip_address],
          [texts.invitation, a.invitation ?? '—'],
          [texts.reviewedAtLabel, moment(a.reviewed_at) ?? '—'],
          [texts.reviewedByLabel, a.reviewed_by_name ?? '—'],
          [texts.reason, a.rejection_reason ?? '—'],
          [texts.memberLabel, member || '—'],
        ]}
      />
    </Section>
  );
}

/** Whatever was paid for is expedited, and nothing else is. */
function FeesLink({ id }: { id: string }) {
  return (
    <>
      {texts.yes}{' '}
      <Link
        className={s.link}
        to={`${paths.admin}?tab=contributions&list=fees&application=${encodeURIComponent(id)}`}
      >
        {texts.fee}
      </Link>
    </>
  );
}

export function History({ application: { decisions } }: SectionProps) {
  const word = (status: string) =>
    texts.statusWords[statusOf({ status, submitted_at: '', current_stage: 5 })];
  return (
    <Section title={texts.history} level={3}>
      {decisions.length === 0 ? (
        <p className={s.quiet}>{texts.noHistory}</p>
      ) : (
        <ol className={s.history}>
          {decisions.map(({ status, before, reason, decided_by_name, decided_at }) => (
            <li key={decided_at}>
              <p>
                <strong>{texts.fromTo({ before: word(before), after: word(status) })}</strong>
                <span className={s.quiet}>
                  {' '}
                  {[isolated(decided_by_name ?? ''), formatDate(decided_at, 'full')]
                    .filter(Boolean)
                    .join(', ')}
                </span>
              </p>
              {reason && (
                <p className={s.answer} dir="auto">
                  {reason}
                </p>
              )}
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}

// What an application says: its four stages, its metadata, its decisions, its relatives.
import type { ReactNode } from 'react';
import { secondsWords, stageWords, statusOf } from '@/rules/application/review';
import { formatDate } from '@/rules/format';
import { useConfig } from '@/stores/session/config';
import { Badge } from '@/ui/Badge';
import { Section } from '@/ui/Section';
import type { AdminApplication } from '@/wire/bodies.gen';
import { AuditLink } from '../links/AuditLink';
import { UserLink } from '../links/UserLink';
import { Photo } from './Photo';
import { questions } from './questions';
import s from './Review.module.css';
import { statusWords, texts } from './reviewTexts';

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
            ['Full name', a.full_name],
            [
              'E-mail',
              <>
                {a.email} <Verified is={a.email_verified} />
              </>,
            ],
            [
              'Phone',
              a.phone && (
                <>
                  {a.phone} <Verified is={a.phone_verified} />
                </>
              ),
            ],
            ['Date of birth', day(a.date_of_birth)],
            ['Age verified', a.age_verified],
            ['Address', address],
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
          ['Discovery platform', a.discovery_platform],
          ['Following since', a.following_since?.slice(0, 4)],
          ['Twitter', a.twitter_username],
          ['Instagram', a.instagram_username],
          ['Snapchat', a.snapchat_username],
          ['TikTok', a.tiktok_username],
          ['AFC member', a.is_afc_member],
          ['Photodump member', a.is_photodump_member],
          ...optional('Photodump e-mail', a.photodump_email),
          ['Fanfix chat', a.has_fanfix_chat],
          ...optional('Fanfix username', a.fanfix_username),
          ['Has used Donotenter', a.has_used_donotenter],
          ['Has played its games', a.has_played_donotenter_games],
          ...optional('Donotenter e-mail', a.donotenter_email),
          ['Has purchased', a.has_purchased],
          ...optional('Purchase details', a.purchase_details),
        ]}
      />
    </Section>
  );
}

/** What is asked only of who said yes. */
const optional = (term: string, value: string | null) => (value ? ([[term, value]] as const) : []);

export function Stage3({ application: a }: SectionProps) {
  const creator = useConfig()?.creatorName || 'the creator';
  return (
    <Section
      title={texts.stage3}
      level={3}
      aside={
        a.time_spent !== null && <span className={s.time}>{texts.timeSpent(secondsWords(a.time_spent))}</span>
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
                    <span className="sr-only">{texts.timeOf(secondsWords(seconds))}</span>
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
          ['Agreed', a.nda_agreed],
          ['Signature', a.nda_signature],
          ['Signed at', moment(a.nda_signed_at)],
          ...optional('Version of the NDA', a.nda_version),
        ]}
      />
    </Section>
  );
}

export function Metadata({ application: a }: SectionProps) {
  const member = a.member_id && <UserLink id={a.member_id}>{texts.member}</UserLink>;
  return (
    <Section title={texts.metadata} level={3} aside={<AuditLink subject={a.id} words={texts.audit} />}>
      <Facts
        facts={[
          ['Number', a.application_number],
          ['Status', statusWords[statusOf(a)]],
          ['Expedited', a.expedited],
          ['Stage', stageWords(a)],
          ['Created', moment(a.created_at)],
          ['Submitted', moment(a.submitted_at)],
          ['IP address', a.ip_address],
          ['Invitation', a.invitation ?? '—'],
          ['Reviewed at', moment(a.reviewed_at) ?? '—'],
          ['Reviewed by', a.reviewed_by_name ?? '—'],
          ['Reason', a.rejection_reason ?? '—'],
          ['Member', member || '—'],
        ]}
      />
    </Section>
  );
}

export function History({ application: { decisions } }: SectionProps) {
  const word = (status: string) => statusWords[statusOf({ status, submitted_at: '', current_stage: 5 })];
  return (
    <Section title={texts.history} level={3}>
      {decisions.length === 0 ? (
        <p className={s.quiet}>{texts.noHistory}</p>
      ) : (
        <ol className={s.history}>
          {decisions.map(({ status, before, reason, decided_by_name, decided_at }) => (
            <li key={decided_at}>
              <p>
                <strong>{texts.fromTo(word(before), word(status))}</strong>
                <span className={s.quiet}>
                  {' '}
                  {[decided_by_name, formatDate(decided_at, 'full')].filter(Boolean).join(', ')}
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

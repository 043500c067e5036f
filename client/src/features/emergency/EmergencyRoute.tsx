// The emergency page: what it is for, what is left, the message, what became of
// the last ones. Calm, and plain about who else to call.
import { texts } from 'texts:emergency';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import {
  type LucideIcon,
  PhoneCall,
  ServerCrash,
  ShieldAlert,
  Siren,
  Timer,
  TriangleAlert,
} from 'lucide-react';
import { historyQuery, quotaQuery } from '@/queries/emergency';
import { guidelines } from '@/rules/emergency';
import { paths } from '@/rules/paths';
import { Page } from '@/ui/Page';
import { QueryView } from '@/ui/QueryView';
import { Section } from '@/ui/Section';
import { Skeleton } from '@/ui/Skeleton';
import { ComposeForm } from './ComposeForm';
import { EmergencyHistory } from './EmergencyHistory';
import s from './EmergencyRoute.module.css';
import { Quota } from './Quota';

/** Of each guideline, in their order. */
const signs: readonly LucideIcon[] = [TriangleAlert, ShieldAlert, ServerCrash, Timer];

export function Component() {
  const quota = useQuery(quotaQuery);
  const history = useInfiniteQuery(historyQuery);
  const used = quota.data;
  return (
    <Page title={texts.emergency} width="medium" back={{ to: paths.dashboard, label: texts.backToDashboard }}>
      <p className={s.banner}>
        <Siren size={20} aria-hidden="true" />
        {texts.forUrgentThreatsOnly}
      </p>
      <div className={s.columns}>
        <p className={s.safety}>
          <span className={s.call}>
            <PhoneCall size={24} strokeWidth={1.5} aria-hidden="true" />
          </span>
          {texts.danger}
        </p>
        <div className={`${s.compose} bracketed`}>
          <ComposeForm quota={used} />
          <Quota used={used} />
        </div>
        <Section title={texts.guidelines} className={s.guide}>
          <ul className={s.guidelines}>
            {guidelines().map((line, at) => {
              const Sign = signs[at] ?? TriangleAlert;
              return (
                <li key={line}>
                  <Sign size={20} strokeWidth={1.5} aria-hidden="true" />
                  {line}
                </li>
              );
            })}
          </ul>
        </Section>
        <Section title={texts.yourLatestMessages} className={s.latest}>
          <QueryView
            query={history}
            items={(page) => page.history}
            loading={texts.loadingYourMessages}
            skeleton={<Skeleton height="4rem" />}
            failed={texts.yourMessagesCouldNot}
            empty={<p className={s.none}>{texts.youHaveNotSent}</p>}
          >
            {(all) => <EmergencyHistory entries={all} />}
          </QueryView>
        </Section>
      </div>
    </Page>
  );
}

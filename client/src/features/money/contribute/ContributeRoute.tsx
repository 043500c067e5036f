// The contribute page: how much, with or without the name, what it is for, and
// what one has given.
import { texts } from 'texts:money/contribute';
import { ArrowRight } from 'lucide-react';
import { type Choice, PaymentForm } from '@/parts/money/PaymentForm';
import { useCheckout } from '@/parts/money/useCheckout';
import { createContribution } from '@/queries/money/payments';
import { capitals, formatDollars } from '@/rules/format';
import { contributionLimits, contributionPresets, dollarsOf } from '@/rules/money';
import { paths } from '@/rules/paths';
import { useConfig } from '@/stores/session/config';
import { contributionDraft } from '@/stores/sumDrafts';
import { Link } from '@/ui/Link';
import { Page } from '@/ui/Page';
import s from './ContributeRoute.module.css';
import { ContributionHistory } from './ContributionHistory';

const presets = () =>
  contributionPresets.map((cents) => ({
    value: dollarsOf(cents),
    label: formatDollars(dollarsOf(cents)),
    cents,
  }));

export function Component() {
  const provider = capitals(useConfig()?.paymentProvider || 'Stripe');
  const checkout = useCheckout(createContribution);
  return (
    <Page title={texts.title} back={{ to: paths.dashboard, label: texts.back }} width="medium">
      <div className={s.columns}>
        <section className={`${s.panel} bracketed`} aria-label={texts.amount}>
          <PaymentForm
            draft={contributionDraft}
            legend={texts.presets}
            presets={presets()}
            limits={contributionLimits()}
            summary={(choice) => <Summary choice={choice} />}
            submit={() => texts.submit({ provider })}
            busy={checkout.busy}
            failure={checkout.failure}
            onChange={checkout.forgetFailure}
            onPay={({ cents, anonymous }) =>
              checkout.start({ amount: dollarsOf(cents), isAnonymous: anonymous })
            }
          />
        </section>
        <div className={s.side}>
          <section aria-labelledby="supports" className={s.section}>
            <h2 id="supports" className="label">
              {texts.supports}
            </h2>
            <ul className={s.supported}>
              {Object.values(texts.supported).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
            <Link to={paths.serverCost} className={s.link}>
              {texts.costLink}
              <ArrowRight size={16} aria-hidden="true" />
            </Link>
          </section>
          <ContributionHistory />
        </div>
      </div>
    </Page>
  );
}

function Summary({ choice: { cents, anonymous } }: { choice: Choice }) {
  const sum = formatDollars(dollarsOf(cents));
  return (
    <>
      <p className={s.live}>
        <span className="label">{texts.amount}</span>
        <output className={s.sum}>{sum}</output>
      </p>
      <dl className={s.summary} aria-label={texts.summary}>
        <div>
          <dt>{texts.sum}</dt>
          <dd className="mono">{sum}</dd>
        </div>
        <div>
          <dt>{texts.shownAs}</dt>
          <dd>{anonymous ? texts.nobody : texts.yourName}</dd>
        </div>
        <div className={s.total}>
          <dt>{texts.total}</dt>
          <dd className="mono">{sum}</dd>
        </div>
      </dl>
    </>
  );
}

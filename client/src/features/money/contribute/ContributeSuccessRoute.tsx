// Back from the provider after a contribution.

import { texts } from 'texts:money/contribute';
import { texts as rulesTexts } from 'texts:money/rules';
import { texts as paying } from 'texts:parts/money';
import { Fact, Facts, PaymentOutcome } from '@/parts/money/PaymentOutcome';
import { usePaymentSession } from '@/parts/money/usePaymentSession';
import { undecided, verifyFailure } from '@/parts/money/verify';
import { contributionPaidQuery } from '@/queries/money/payments';
import { capitals, formatDollars } from '@/rules/format';
import { paths } from '@/rules/paths';
import { contributionDraft } from '@/stores/sumDrafts';
import { Button, ButtonLink } from '@/ui/Button';

export function Component() {
  const {
    sessionId,
    data: paid,
    error,
    isFetching,
    refetch,
  } = usePaymentSession(contributionPaidQuery, contributionDraft);
  const page = texts.successPage;
  if (paid) {
    const confirmed = texts.confirmed[paid.receipt] ?? texts.confirmed.email;
    return (
      <PaymentOutcome
        page={page}
        tone="clear"
        title={texts.thanks}
        actions={
          <>
            <ButtonLink to={paths.dashboard} variant="primary" size="large">
              {texts.toDashboard}
            </ButtonLink>
            <ButtonLink to={paths.contribute}>{texts.again}</ButtonLink>
          </>
        }
      >
        <Facts>
          <Fact term={texts.sum}>{formatDollars(paid.amount)}</Fact>
          <Fact term={texts.status} tone={paid.status === 'completed' ? 'clear' : undefined}>
            {capitals(rulesTexts.statusWords[paid.status] ?? paid.status)}
          </Fact>
        </Facts>
        {confirmed && <p>{confirmed}</p>}
        {paid.serverCostImpact.reduced && <p>{texts.reduced}</p>}
      </PaymentOutcome>
    );
  }
  if (sessionId !== '' && !error) return <PaymentOutcome page={page} tone="wait" title={paying.verifying} />;
  return (
    <PaymentOutcome
      page={page}
      tone="alert"
      title={texts.failed}
      actions={
        <>
          {error && undecided(error) && (
            <Button variant="primary" size="large" busy={isFetching} onClick={() => void refetch()}>
              {paying.checkAgain}
            </Button>
          )}
          <ButtonLink
            to={paths.contribute}
            {...(error && undecided(error) ? {} : { variant: 'primary', size: 'large' })}
          >
            {texts.tryAgain}
          </ButtonLink>
        </>
      }
    >
      <p role="alert">{error ? verifyFailure(error) : texts.noSession}</p>
      {error && undecided(error) && <p>{paying.unanswered}</p>}
    </PaymentOutcome>
  );
}

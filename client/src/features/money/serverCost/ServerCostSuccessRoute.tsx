// Back from the provider after a payment towards the server cost.

import { texts } from 'texts:money/ledger';
import { texts as paying } from 'texts:parts/money';
import { Fact, Facts, PaymentOutcome } from '@/parts/money/PaymentOutcome';
import { usePaymentSession } from '@/parts/money/usePaymentSession';
import { undecided, verifyFailure } from '@/parts/money/verify';
import { serverCostPaidQuery } from '@/queries/money/payments';
import { formatMoney } from '@/rules/format';
import { paths } from '@/rules/paths';
import { serverCostDraft } from '@/stores/sumDrafts';
import { Button, ButtonLink } from '@/ui/Button';

export function Component() {
  const {
    sessionId,
    data: paid,
    error,
    isFetching,
    refetch,
  } = usePaymentSession(serverCostPaidQuery, serverCostDraft);
  const page = texts.successPage;
  const toChat = (
    <ButtonLink to={paths.chat} variant="primary" size="large">
      {texts.toChat}
    </ButtonLink>
  );
  if (paid) {
    return (
      <PaymentOutcome page={page} tone="clear" title={texts.thanks} actions={toChat}>
        <Facts>
          <Fact term={texts.paid}>{formatMoney(paid.amount)}</Fact>
          <Fact term={texts.newCost} tone={paid.newServerCost < 0 ? 'clear' : undefined}>
            {formatMoney(paid.newServerCost)}
          </Fact>
        </Facts>
      </PaymentOutcome>
    );
  }
  if (sessionId !== '' && !error) return <PaymentOutcome page={page} tone="wait" title={paying.verifying} />;
  const open = error !== null && undecided(error);
  return (
    <PaymentOutcome
      page={page}
      tone="alert"
      title={texts.failed}
      actions={
        <>
          {open && (
            <Button size="large" busy={isFetching} onClick={() => void refetch()}>
              {paying.checkAgain}
            </Button>
          )}
          {toChat}
        </>
      }
    >
      <p role="alert">{error ? verifyFailure(error) : texts.noSession}</p>
      {open && <p>{paying.unanswered}</p>}
    </PaymentOutcome>
  );
}

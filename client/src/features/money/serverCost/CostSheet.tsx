// Contributes to the server cost: a part of it, or a sum of one's own. The
// figure and what its parts come to change here as they do in the header.
import { texts } from 'texts:money/serverCost';
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '@/net/api';
import { type Choice, PaymentForm, type Preset } from '@/parts/money/PaymentForm';
import { useCheckout } from '@/parts/money/useCheckout';
import { createServerCostPayment } from '@/queries/money/payments';
import { formatMoney, formatPercent } from '@/rules/format';
import { centsOf, costShares, dollarsOf, recommended, serverCostLimits, shareOf } from '@/rules/money';
import { paths } from '@/rules/paths';
import { onServerCost } from '@/stores/serverCost';
import { serverCostDraft } from '@/stores/sumDrafts';
import { Link } from '@/ui/Link';
import { Sheet } from '@/ui/Sheet';
import type { ServerCost } from '@/wire/bodies.gen';
import s from './CostSheet.module.css';

interface CostSheetProps {
  cost: number;
  onClose: () => void;
}

export default function CostSheet({ cost, onClose }: CostSheetProps) {
  const [moved, setMoved] = useState(false);
  const checkout = useCheckout(createServerCostPayment, (failure) => {
    const fresh = freshCost(failure);
    setMoved(fresh !== null);
    if (fresh !== null) onServerCost(fresh);
  });
  const covered = cost <= 0;
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} title={texts.title}>
      <div className={s.panel}>
        <p className={s.sum} data-covered={covered ? '' : undefined}>
          <span className="label">{texts.current}</span>
          <span className={s.large} aria-live="polite">
            {formatMoney(cost)}
          </span>
          <span>
            {covered
              ? cost < 0
                ? texts.coveredBy({ sum: formatMoney(-cost) })
                : texts.coveredWhole
              : texts.open}
          </span>
        </p>
        <Link to={paths.serverCost} className={s.link}>
          {texts.lines}
          <ArrowRight size={16} aria-hidden="true" />
        </Link>
        <PaymentForm
          draft={serverCostDraft}
          legend={texts.presets}
          presets={presetsOf(centsOf(cost))}
          limits={serverCostLimits()}
          summary={() => null}
          submit={({ cents }) =>
            cents > 0 ? texts.pay({ sum: formatMoney(dollarsOf(cents)) }) : texts.payNothing
          }
          busy={checkout.busy}
          failure={moved && checkout.failure ? texts.moved({ sum: formatMoney(cost) }) : checkout.failure}
          onChange={checkout.forgetFailure}
          onPay={(choice) => checkout.start(bodyOf(choice))}
        />
      </div>
    </Sheet>
  );
}

function presetsOf(costCents: number): Preset[] {
  return costShares.map((percent) => {
    const cents = shareOf(costCents, percent);
    const disabled = cents < serverCostLimits().min;
    const mark = recommended.includes(percent) ? texts.recommended : undefined;
    const note = disabled ? texts.belowMinimum : formatMoney(dollarsOf(cents));
    return { value: percent, label: formatPercent(percent), note, mark, cents, disabled };
  });
}

const bodyOf = ({ cents, preset, anonymous }: Choice) => ({
  amount: dollarsOf(cents),
  percentage: preset,
  isAnonymous: anonymous,
});

/** The cost that a refusal brings because a part of it has moved; null for every other failure. */
function freshCost(failure: Error) {
  if (!(failure instanceof ApiError) || failure.status !== 409) return null;
  const { currentCost, asOf } = (failure.reply.serverCost ?? {}) as Partial<ServerCost>;
  return typeof currentCost === 'number' && asOf ? { currentCost, line: Number(asOf) } : null;
}

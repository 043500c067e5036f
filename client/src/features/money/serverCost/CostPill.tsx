// The server cost in the room's header, as it is now. It opens the way to
// contribute to it.
import { texts } from 'texts:money/serverCost/pill';
import { CircleCheck, Server } from 'lucide-react';
import { useState } from 'react';
import { useServerCost } from '@/queries/money/serverCost';
import { formatMoney } from '@/rules/format';
import { onDemand } from '@/ui/onDemand';
import s from './CostPill.module.css';

const CostSheet = onDemand(() => import('./CostSheet'));

export function CostPill() {
  const cost = useServerCost();
  const [open, setOpen] = useState(false);
  // Nothing stands in for a figure that is not known.
  if (cost === undefined) return null;
  const covered = cost <= 0;
  return (
    <>
      <button
        type="button"
        className={s.pill}
        data-covered={covered ? '' : undefined}
        title={texts.label}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {covered ? <CircleCheck size={14} aria-hidden="true" /> : <Server size={14} aria-hidden="true" />}
        <span className="sr-only">{texts.label} </span>
        <span key={cost} className={s.figure}>
          {formatMoney(cost)}
        </span>
        {covered && <span className={s.word}>{texts.covered}</span>}
      </button>
      {open && <CostSheet cost={cost} onClose={() => setOpen(false)} />}
    </>
  );
}

// The server cost in the room's header, as it is now. It opens a panel that says
// what it is.
import { CircleCheck, Server } from 'lucide-react';
import { useState } from 'react';
import { useServerCost } from '@/queries/serverCost';
import { formatMoney } from '@/rules/format';
import { Sheet } from '@/ui/Sheet';
import s from './CostPill.module.css';
import { texts } from './texts';

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
        onClick={() => setOpen(true)}
      >
        {covered ? <CircleCheck size={14} aria-hidden="true" /> : <Server size={14} aria-hidden="true" />}
        <span className="sr-only">{texts.label} </span>
        <span key={cost} className={s.figure}>
          {formatMoney(cost)}
        </span>
        {covered && <span className={s.word}>{texts.covered}</span>}
      </button>
      <Sheet open={open} onOpenChange={setOpen} title={texts.title}>
        <div className={s.panel}>
          <p className={s.sum} data-covered={covered ? '' : undefined}>
            <span className={s.large}>{formatMoney(cost)}</span>
            {covered ? (cost < 0 ? texts.coveredBy(formatMoney(-cost)) : texts.coveredWhole) : texts.open}
          </p>
          <p>{texts.what}</p>
          <p className={s.later}>{texts.later}</p>
        </div>
      </Sheet>
    </>
  );
}

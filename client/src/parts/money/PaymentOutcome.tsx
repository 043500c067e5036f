// The page one comes back to from the provider: what became of the payment, and
// where to go next.
import { CircleCheck, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Emblem } from '@/ui/Emblem';
import { usePageTitle } from '@/ui/pageTitle';
import { Spinner } from '@/ui/Spinner';
import { Terrain } from '@/ui/Terrain';
import s from './PaymentOutcome.module.css';
import { TestPayments } from './TestPayments';

type Tone = 'wait' | 'clear' | 'alert';

interface PaymentOutcomeProps {
  /** The page's name in the browser's tab. */
  page: string;
  tone: Tone;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}

const icons: Partial<Record<Tone, LucideIcon>> = { clear: CircleCheck, alert: TriangleAlert };

export function PaymentOutcome({ page, tone, title, children, actions }: PaymentOutcomeProps) {
  usePageTitle(page);
  const Icon = icons[tone];
  return (
    <div className={s.screen}>
      <Terrain className={s.ground} />
      <main className={s.middle}>
        <Emblem className={s.emblem} />
        <div className={s.column}>
          <TestPayments />
          <section
            className={`${s.panel} bracketed`}
            data-tone={tone}
            aria-busy={tone === 'wait' || undefined}
          >
            {Icon ? <Icon className={s.icon} size={36} strokeWidth={1.5} aria-hidden="true" /> : <Spinner />}
            <div role="status">
              <h1 className={s.title}>{title}</h1>
            </div>
            {children}
            {actions && <div className={s.actions}>{actions}</div>}
          </section>
        </div>
      </main>
    </div>
  );
}

/** A sum and what it is, as a line of the outcome. */
export function Fact({ term, tone, children }: { term: string; tone?: 'clear'; children: ReactNode }) {
  return (
    <div className={s.fact}>
      <dt className="label">{term}</dt>
      <dd className="mono" data-tone={tone}>
        {children}
      </dd>
    </div>
  );
}

export const Facts = ({ children }: { children: ReactNode }) => <dl className={s.facts}>{children}</dl>;

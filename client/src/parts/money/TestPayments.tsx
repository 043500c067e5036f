// Says plainly, wherever one pays, that no money moves.
import { texts } from 'texts:parts/money';
import { FlaskConical } from 'lucide-react';
import { useConfig } from '@/stores/session/config';
import s from './TestPayments.module.css';

export function TestPayments() {
  if (!useConfig()?.testPayments) return null;
  return (
    <p className={s.banner}>
      <FlaskConical size={20} aria-hidden="true" />
      <strong>{texts.test}</strong>
      <span>{texts.testText}</span>
    </p>
  );
}

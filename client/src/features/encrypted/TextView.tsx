// A text: its letters settle from the front; a press copies it.
import { texts } from 'texts:encrypted';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { copiedMs } from '@/rules/encrypted';
import { toast } from '@/stores/toast';
import s from './TextView.module.css';
import { useSettling } from './useTurning';

const settleMs = 1_100;

export function TextView({ text, effect }: { text: string; effect: boolean }) {
  const settling = useSettling(text, effect, settleMs);
  const [copied, setCopied] = useState(0);
  useEffect(() => {
    if (copied === 0) return;
    const timer = setTimeout(() => setCopied(0), copiedMs);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied((times) => times + 1);
    } catch {
      toast(texts.copyFailed, { tone: 'alert' });
    }
  }

  const Icon = copied ? Check : Copy;
  return (
    <button
      type="button"
      className={s.text}
      data-copied={copied > 0 || undefined}
      onClick={() => void copy()}
    >
      <span className={s.words} dir="auto" data-settling={settling !== null || undefined}>
        {text}
        {settling !== null && (
          <span className={s.settling} aria-hidden="true">
            {settling}
          </span>
        )}
      </span>
      <span className={s.hint}>
        <Icon size={14} aria-hidden="true" />
        <span role="status">{copied ? texts.copied : ''}</span>
        {copied === 0 && texts.copy}
      </span>
    </button>
  );
}

// The recovery codes, shown once.
import { texts } from 'texts:secondfactor';
import { Copy, Download } from 'lucide-react';
import { toast } from '@/stores/toast';
import { Button } from '@/ui/Button';
import { saveText } from '@/ui/save';
import s from './SecondFactor.module.css';

export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      toast(texts.copied, { tone: 'clear' });
    } catch {
      toast(texts.copyFailed, { tone: 'alert' });
    }
  }
  return (
    <>
      <div className="printed">
        <p>{texts.codesText}</p>
        <ul className={`${s.codes} mono`}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <div className={s.actions}>
        <Button icon={<Copy size={18} aria-hidden="true" />} onClick={() => void copy()}>
          {texts.copy}
        </Button>
        <Button
          icon={<Download size={18} aria-hidden="true" />}
          onClick={() => saveText('recovery-codes.txt', `${codes.join('\n')}\n`, 'text/plain')}
        >
          {texts.download}
        </Button>
      </div>
    </>
  );
}

// The languages that can be chosen, each by its own name.
import { texts } from 'texts:ui';
import { fetchAhead, offered, useLanguage } from '@/languages/texts';
import { writeTabItem } from '@/stores/session/tabStorage';
import { toast } from '@/stores/toast';
import s from './Languages.module.css';
import { chooseLanguage, waitingKey } from './language';

/** Nothing where there is no choice. */
export function Languages() {
  const spoken = useLanguage();
  if (offered.length < 2) return null;
  return (
    <fieldset className={s.languages} aria-label={texts.language}>
      {offered.map(({ tag, name }) => (
        <button
          key={tag}
          type="button"
          lang={tag}
          className={s.one}
          aria-pressed={tag === spoken}
          onPointerEnter={() => fetchAhead(tag)}
          onFocus={() => fetchAhead(tag)}
          onClick={() => sayIn(tag)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}

/** Speaks another language; says so when it cannot be fetched. */
export function sayIn(tag: string) {
  chooseLanguage(tag).then(
    () => keep(tag).catch(() => {}), // the next visit tries again
    () => toast(texts.languageFailed, { tone: 'alert' }),
  );
}

async function keep(tag: string) {
  writeTabItem(waitingKey, tag);
  const { keepInAccount } = await import('./accountLanguage');
  await keepInAccount(tag);
}

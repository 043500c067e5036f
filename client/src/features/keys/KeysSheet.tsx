// All keys, by the place where they work.
import { texts } from 'texts:keys';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { profileQuery } from '@/queries/people/me';
import { adminPlaces, type Keys, keyName, places } from '@/rules/keys';
import { Sheet } from '@/ui/Sheet';
import s from './KeysSheet.module.css';

export default function KeysSheet({ onClose }: { onClose: () => void }) {
  const { data: own } = useQuery(profileQuery);
  const shown = own?.is_admin ? [...places, ...adminPlaces] : places;
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} title={texts.title} description={texts.lead}>
      {shown.map(({ place, acts }) => (
        <section key={place} className={s.place} aria-labelledby={`keys-${place}`}>
          <h3 id={`keys-${place}`} className="label">
            {texts.places[place]}
          </h3>
          <dl className={s.acts}>
            {acts.map(({ act, keys }) => (
              <div key={act} className={s.act}>
                <dt>{texts.acts[act]}</dt>
                <dd className={s.keys}>
                  {keys.map((held, at) => (
                    <Fragment key={held.join(' ')}>
                      {at > 0 && <span className={s.or}>{texts.or}</span>}
                      <Held keys={held} />
                    </Fragment>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Sheet>
  );
}

function Held({ keys }: { keys: Keys }) {
  return (
    <span className={s.held}>
      {keys.map((key) => (
        <kbd key={key} className={s.key}>
          {keyName(key)}
        </kbd>
      ))}
    </span>
  );
}

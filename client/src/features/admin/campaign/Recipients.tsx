// Recipients chosen one by one.
import { texts } from 'texts:admin/campaign';
import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { recipientsQuery } from '@/queries/campaign';
import { formatList } from '@/rules/list';
import { Button } from '@/ui/Button';
import { FieldError } from '@/ui/Field';
import { IconButton } from '@/ui/IconButton';
import { failureOf } from '@/ui/QueryView';
import { SearchField } from '@/ui/SearchField';
import { useDebounced } from '@/ui/useDebounced';
import type { CampaignRecipient } from '@/wire/bodies.gen';
import s from './Campaign.module.css';

const settleMs = 300;

const nameOf = ({ name, username }: CampaignRecipient) => (username ? `@${username}` : name);

interface RecipientsProps {
  chosen: readonly CampaignRecipient[];
  onChange: (chosen: CampaignRecipient[]) => void;
}

export function Recipients({ chosen, onChange }: RecipientsProps) {
  const [typed, setTyped] = useState('');
  const q = useDebounced(typed.trim(), settleMs);
  const search = useQuery(recipientsQuery(q));
  const found =
    q.length < 2 ? [] : (search.data ?? []).filter(({ id }) => !chosen.some((one) => one.id === id));
  return (
    <div className={s.recipients}>
      <SearchField label={texts.search} placeholder={texts.searchHint} value={typed} onChange={setTyped} />
      <FieldError error={failureOf(search) && texts.searchFailed} />
      {q.length >= 2 && search.data?.length === 0 && <p className={s.hint}>{texts.searchNone}</p>}
      {found.length > 0 && (
        <ul className={s.found}>
          {found.map((one) => (
            <li key={one.id} className={s.one}>
              <span className={s.who}>
                {nameOf(one)} <span className={s.hint}>{ways(one)}</span>
              </span>
              <Button
                size="small"
                icon={<Plus size={14} aria-hidden="true" />}
                aria-label={texts.addNamed({ name: nameOf(one) })}
                onClick={() => onChange([...chosen, one])}
              >
                {texts.add}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {chosen.length > 0 && (
        <ul className={s.chips} aria-label={texts.chosen}>
          {chosen.map((one) => (
            <li key={one.id} className={s.chip}>
              {nameOf(one)}
              <IconButton
                label={texts.remove({ name: nameOf(one) })}
                icon={<X size={14} aria-hidden="true" />}
                onClick={() => onChange(chosen.filter(({ id }) => id !== one.id))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function ways({ hasEmail, hasPhone }: CampaignRecipient): string {
  const all = [hasEmail && texts.email, hasPhone && texts.sms].filter((way) => way !== false);
  return all.length > 0 ? formatList(all) : texts.noWay;
}

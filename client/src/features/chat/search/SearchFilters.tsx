// What a search can be narrowed to: a room, a member, days, links or media.
import { texts } from 'texts:chat/search';
import { ChevronDown, SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import type { Search } from '@/queries/chat/search';
import { typedUsername } from '@/rules/people/username';
import { Button } from '@/ui/Button';
import { Field } from '@/ui/Field';
import { Select } from '@/ui/Select';
import type { ListedRoom } from '@/wire/bodies.gen';
import s from './SearchFilters.module.css';

type Filters = Omit<Search, 'q'>;

interface SearchFiltersProps {
  filters: Filters;
  rooms: readonly ListedRoom[];
  onChange: (filters: Filters) => void;
  onClear: () => void;
}

const kinds = () =>
  [
    { value: '', label: texts.hasAnything },
    { value: 'link', label: texts.hasLink },
    { value: 'media', label: texts.hasMedia },
  ] as const;

export function SearchFilters({ filters, rooms, onChange, onClear }: SearchFiltersProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const count = Object.values(filters).filter((value) => value !== '').length;
  const change = (over: Partial<Filters>) => onChange({ ...filters, ...over });
  const room = rooms.find((each) => each.id === filters.roomId);
  return (
    <div className={s.filters}>
      <div className={s.bar}>
        <button
          type="button"
          className={s.toggle}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <SlidersHorizontal size={16} aria-hidden="true" />
          {count > 0 ? texts.filtersOn({ count }) : texts.filters}
          <ChevronDown className={s.mark} size={16} aria-hidden="true" />
        </button>
        <span className={s.where}>{room?.display_name ?? (filters.roomId === '' ? texts.allRooms : '')}</span>
        {count > 0 && (
          <Button size="small" variant="ghost" onClick={onClear}>
            {texts.clear}
          </Button>
        )}
      </div>
      <div id={id} className={s.fields} hidden={!open}>
        <Select
          label={texts.room}
          value={filters.roomId}
          options={[
            { value: '', label: texts.allRooms },
            ...rooms.map((each) => ({ value: each.id, label: each.display_name })),
          ]}
          onChange={(roomId) => change({ roomId })}
        />
        <Select label={texts.has} value={filters.has} options={kinds()} onChange={(has) => change({ has })} />
        <Field
          label={texts.from}
          placeholder={texts.fromHint}
          value={filters.from}
          maxLength={21}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => change({ from: typedUsername(event.target.value.replace(/^@/, '')) })}
        />
        <Field
          label={texts.since}
          type="date"
          value={filters.since}
          onChange={(event) => change({ since: event.target.value })}
        />
        <Field
          label={texts.until}
          type="date"
          value={filters.until}
          onChange={(event) => change({ until: event.target.value })}
        />
      </div>
    </div>
  );
}

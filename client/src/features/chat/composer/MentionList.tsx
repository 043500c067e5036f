// The names on offer over the field. The focus stays in the field, which points
// at the active one.
import { texts } from 'texts:chat';
import { Users } from 'lucide-react';
import { MemberAvatar } from '@/parts/people/member/MemberAvatar';
import { everybody } from '@/rules/chat/mentions';
import s from './MentionList.module.css';

interface MentionListProps {
  id: string;
  names: readonly string[];
  active: number;
  onChoose: (name: string) => void;
}

export const optionId = (listId: string, index: number) => `${listId}-${index}`;

export function MentionList({ id, names, active, onChoose }: MentionListProps) {
  return (
    <div id={id} className={s.list} role="listbox" aria-label={texts.mentionNames}>
      {names.map((name, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and points here
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
        <div
          key={name}
          id={optionId(id, index)}
          role="option"
          className={s.option}
          aria-selected={index === active}
          // The field would lose the focus before the click.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(name)}
        >
          {name === everybody ? (
            <Users className={s.all} size={18} aria-hidden="true" />
          ) : (
            <MemberAvatar username={name} size="small" />
          )}
          <span className={s.name}>@{name}</span>
          {name === everybody && <span className={s.about}>{texts.mentionEverybody}</span>}
        </div>
      ))}
    </div>
  );
}

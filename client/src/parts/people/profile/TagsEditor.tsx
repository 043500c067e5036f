// Skills and occupations: the member's own tags, those to choose from, and a field
// for others.
import { texts } from 'texts:parts/people/profile';
import { texts as skillsTexts } from 'texts:people/skills';
import { Plus, X } from 'lucide-react';
import { type CSSProperties, type FormEvent, useEffect, useRef, useState } from 'react';
import {
  presetSkills,
  sameSkill,
  skillFault,
  skillName,
  skillsAtMost,
  storedSkill,
  typedSkill,
} from '@/rules/people/skills';
import { tagColour } from '@/rules/people/tags';
import { Button } from '@/ui/Button';
import { Field } from '@/ui/Field';
import type { SkillTag } from '@/wire/bodies.gen';
import s from './Editor.module.css';

interface TagsEditorProps {
  tags: readonly SkillTag[];
  /** Whether it is stored, once that is known. */
  onAdd: (text: string) => Promise<boolean>;
  onRemove: (text: string) => void;
  /** What is typed, and where a page keeps it that is left before a tag turns out not to be stored. */
  draft: [typed: string, write: (typed: string) => void, restore?: (typed: string) => void];
}

const shownAtFirst = 10;

export function TagsEditor({ tags, onAdd, onRemove, draft }: TagsEditorProps) {
  const [typed, setTyped, restore] = draft;
  const [fault, setFault] = useState<string | null>(null);
  const [all, setAll] = useState(false);
  const names = tags.map((tag) => tag.text);
  const full = names.length >= skillsAtMost;
  const open = presetSkills().filter((preset) => !names.some((name) => sameSkill(name, preset)));
  const query = typedSkill(typed).toLowerCase();
  const fitting =
    query === '' ? open : open.filter((preset) => skillName(preset).toLowerCase().includes(query));

  // null: the field is not there any more.
  const now = useRef<string | null>(null);
  useEffect(() => {
    now.current = typed;
    return () => {
      now.current = null;
    };
  }, [typed]);

  async function add(text: string) {
    const wrong = skillFault(text, names);
    setFault(wrong);
    if (wrong) return;
    setTyped('');
    // What was typed comes back, unless something else is being typed.
    if (await onAdd(text)) return;
    if (now.current === null) restore?.(typed);
    else if (now.current === '') setTyped(typed);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const text = typedSkill(typed);
    if (text !== '') void add(storedSkill(text));
  }

  return (
    <section className={s.part} aria-labelledby="tags">
      <div className={s.head}>
        <h3 id="tags" className="label">
          {texts.tags}
        </h3>
        <span className={`mono ${s.counter}`}>
          {names.length} / {skillsAtMost}
        </span>
      </div>
      {tags.length === 0 ? (
        <p className={s.none}>{texts.noTags}</p>
      ) : (
        <ul className={s.tags}>
          {tags.map(({ text, color }) => (
            <li key={text} className={s.tag} style={{ '--tag': tagColour(color) } as CSSProperties}>
              <span className={s.words}>{skillName(text)}</span>
              <button
                type="button"
                className={s.remove}
                aria-label={texts.removeTag({ text: skillName(text) })}
                onClick={() => {
                  setFault(null);
                  onRemove(text);
                }}
              >
                <X size={14} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <form className={s.adding} onSubmit={submit}>
        <Field
          label={texts.addTag}
          value={typed}
          autoComplete="off"
          error={fault}
          onChange={(event) => {
            setTyped(event.target.value);
            setFault(full && event.target.value !== '' ? skillsTexts.tooManySkills : null);
          }}
        />
        <Button type="submit" icon={<Plus size={16} aria-hidden="true" />}>
          {texts.add}
        </Button>
      </form>
      <ul className={s.tags} aria-label={texts.suggestions}>
        {fitting.slice(0, all || query !== '' ? undefined : shownAtFirst).map((preset) => (
          <li key={preset}>
            <button type="button" className={s.suggestion} onClick={() => void add(preset)}>
              <Plus size={13} aria-hidden="true" />
              {skillName(preset)}
            </button>
          </li>
        ))}
      </ul>
      {query === '' && open.length > shownAtFirst && (
        <Button size="small" variant="ghost" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? texts.fewer : texts.more}
        </Button>
      )}
    </section>
  );
}

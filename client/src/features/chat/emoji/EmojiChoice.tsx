// The search, the groups and the grid of the emoji picker. One group is drawn at
// a time: all of them are two thousand buttons.
import { texts as emojiTexts } from 'texts:chat/emoji';
import { Car, Clock3, Flag, Heart, Lightbulb, PawPrint, Smile, Trophy, User, Utensils } from 'lucide-react';
import { type MouseEvent, useMemo, useRef, useState } from 'react';
import { textNamed } from '@/languages/texts';
import {
  type EmojiEntry,
  type EmojiGroup,
  findEmojis,
  type SkinTone,
  skinTones,
  toneNames,
  withTone,
} from '@/rules/chat/emoji';
import { SearchField } from '@/ui/SearchField';
import { useGridFocus } from '@/ui/useGridFocus';
import s from './EmojiPicker.module.css';
import { readTone, recentEmojis, writeTone } from './emojiPreferences';

interface EmojiChoiceProps {
  groups: readonly EmojiGroup[];
  /** `more`: another one will follow. */
  onChoose: (emoji: string, more: boolean) => void;
}

// In the order of the list, after the recent ones.
const icons = [Clock3, Smile, User, PawPrint, Utensils, Car, Trophy, Lightbulb, Heart, Flag];

export function EmojiChoice({ groups, onChoose }: EmojiChoiceProps) {
  const [search, setSearch] = useState('');
  const [tone, setTone] = useState<SkinTone>(readTone);
  const [recent] = useState(recentEmojis);
  const all = useMemo(() => [recentGroup(recent, groups), ...groups], [recent, groups]);
  const [at, setAt] = useState(recent.length > 0 ? 0 : 1);
  const grid = useRef<HTMLDivElement>(null);

  const searching = search.trim() !== '';
  const found = useMemo(() => (searching ? findEmojis(groups, search) : []), [searching, search, groups]);
  const shown = searching ? found : (all[at]?.emojis ?? []);
  const title = searching ? emojiTexts.found : groupName(all[at]?.name ?? '');
  const { active, onFocus, onKeyDown } = useGridFocus(grid, searching ? search : String(at));

  return (
    <div className={s.choice}>
      <SearchField
        label={emojiTexts.search}
        placeholder={emojiTexts.search}
        value={search}
        onChange={setSearch}
      />
      <fieldset className={s.groups} aria-label={emojiTexts.groups}>
        {all.map((group, index) => {
          const Icon = icons[index] ?? Smile;
          return (
            <button
              key={group.name}
              type="button"
              className={s.group}
              aria-label={groupName(group.name)}
              title={groupName(group.name)}
              aria-pressed={!searching && index === at}
              disabled={group.emojis.length === 0}
              onClick={() => {
                setSearch('');
                setAt(index);
              }}
            >
              <Icon size={18} aria-hidden="true" />
            </button>
          );
        })}
      </fieldset>
      <p className="label" role="status">
        {shown.length > 0 ? title : emojiTexts.none}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a grid of buttons, no fields of a form */}
      <div
        ref={grid}
        className={s.grid}
        role="group"
        aria-label={title}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
      >
        {shown.map((entry, index) => {
          const emoji = withTone(entry, tone);
          return (
            <button
              key={entry.emoji}
              type="button"
              data-cell
              className={s.emoji}
              tabIndex={index === active ? 0 : -1}
              aria-label={entry.name}
              title={entry.name}
              onClick={(event: MouseEvent) => onChoose(emoji, event.shiftKey)}
            >
              {emoji}
            </button>
          );
        })}
      </div>
      <fieldset className={s.tones}>
        <legend className="sr-only">{emojiTexts.tone}</legend>
        {skinTones.map((one) => (
          <label key={one} className={s.tone} title={emojiTexts.tones[toneNames[one]]}>
            <input
              type="radio"
              name="skin-tone"
              checked={tone === one}
              // One stop of Tab. A dialog takes each radio for one, and after the last keeps the focus there.
              tabIndex={tone === one ? undefined : -1}
              aria-label={emojiTexts.tones[toneNames[one]]}
              onChange={() => {
                setTone(one);
                writeTone(one);
              }}
            />
            <span aria-hidden="true">{`✋${one}`}</span>
          </label>
        ))}
      </fieldset>
    </div>
  );
}

/** The list names its groups in English; that of the recent ones has its name already. */
const groupName = (name: string) => textNamed(emojiTexts.groupNames, name) ?? name;

/** What was chosen last, under its names; a chosen tone is a part of it. */
function recentGroup(recent: readonly string[], groups: readonly EmojiGroup[]): EmojiGroup {
  const bare = (emoji: string) => emoji.replace(/[\u{1F3FB}-\u{1F3FF}\ufe0f]/gu, '');
  const names = new Map<string, EmojiEntry>();
  for (const { emojis } of groups) for (const entry of emojis) names.set(bare(entry.emoji), entry);
  return {
    name: emojiTexts.recent,
    emojis: recent.map((emoji) => {
      const name = names.get(bare(emoji))?.name ?? emojiTexts.title;
      return { emoji, name, words: name, toned: false };
    }),
  };
}

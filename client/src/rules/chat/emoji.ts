// The emoji a person may choose from: read from the list, searched, and given a
// skin tone.

export interface EmojiEntry {
  emoji: string;
  name: string;
  /** What it is found by, its name first. */
  words: string;
  toned: boolean;
}

export interface EmojiGroup {
  name: string;
  emojis: readonly EmojiEntry[];
}

/** Reads the list: '# group', then 'emoji name|word,word' a line. */
export function readEmojis(list: string): EmojiGroup[] {
  const groups: { name: string; emojis: EmojiEntry[] }[] = [];
  for (const line of list.split('\n')) {
    if (line === '' || line.startsWith('//')) continue;
    if (line.startsWith('# ')) {
      groups.push({ name: line.slice(2), emojis: [] });
      continue;
    }
    const space = line.indexOf(' ');
    const marked = line.slice(0, space);
    const [name = '', others = ''] = line.slice(space + 1).split('|');
    const toned = marked.endsWith('+');
    groups.at(-1)?.emojis.push({
      emoji: toned ? marked.slice(0, -1) : marked,
      name,
      words: others === '' ? name : `${name} ${others.replaceAll(',', ' ')}`,
      toned,
    });
  }
  return groups;
}

const foundAtMost = 120;

/** What has a word beginning with each word searched for; first what is named so. */
export function findEmojis(groups: readonly EmojiGroup[], search: string): EmojiEntry[] {
  const terms = search
    .toLowerCase()
    .split(/[\s:_-]+/u)
    .filter(Boolean);
  const [first] = terms;
  if (first === undefined) return [];
  const has = (entry: EmojiEntry) =>
    terms.every((word) => entry.words.startsWith(word) || entry.words.includes(` ${word}`));
  const found = groups.flatMap((group) => group.emojis.filter(has));
  const whole = terms.join(' ');
  const rank = ({ name }: EmojiEntry) =>
    name === whole ? 0 : name.startsWith(first) ? 1 : name.includes(` ${first}`) ? 2 : 3;
  return found.sort((a, b) => rank(a) - rank(b)).slice(0, foundAtMost);
}

/** The five skin tones (Fitzpatrick modifiers), and none. */
export const skinTones = ['', '\u{1F3FB}', '\u{1F3FC}', '\u{1F3FD}', '\u{1F3FE}', '\u{1F3FF}'] as const;
export type SkinTone = (typeof skinTones)[number];

/** By which the texts name them. */
export const toneNames = {
  '': 'default',
  '\u{1F3FB}': 'light',
  '\u{1F3FC}': 'medium-light',
  '\u{1F3FD}': 'medium',
  '\u{1F3FE}': 'medium-dark',
  '\u{1F3FF}': 'dark',
} as const satisfies Record<SkinTone, string>;

/** An emoji in a tone: the modifier follows the first character, in place of the mark of an emoji. */
export function withTone({ emoji, toned }: EmojiEntry, tone: SkinTone): string {
  if (!toned || tone === '') return emoji;
  const [first = '', ...rest] = emoji;
  return first + tone + (rest[0] === '\ufe0f' ? rest.slice(1) : rest).join('');
}

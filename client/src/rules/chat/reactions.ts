// Reactions: the six quick ones, the sixteen the server accepts,
// and how a message's reactions are summed up in chips.

import { texts } from 'texts:chat';
import { textNamed } from '@/languages/texts';
import type { Reaction } from '@/wire/frames.gen';

export interface Emoji {
  emoji: string;
  name: string;
}

/** In the order of roomlog.AllReactions. */
const all = ['❤️', '👍', '😂', '😮', '😢', '🔥', '🎉', '💯', '👏', '🙏', '😍', '🤔', '😅', '🎯', '💪', '🚀'];
/** In the order of roomlog.QuickReactions. */
const quick = ['❤️', '👍', '😂', '🔥', '😮', '😢'];

const named = (emoji: string): Emoji => ({ emoji, name: reactionName(emoji) });

/** All that the server accepts. */
export const allReactions = (): readonly Emoji[] => all.map(named);

/** The six of the quick row. */
export const quickReactions = (): readonly Emoji[] => quick.map(named);

/** The name of an emoji for screen readers. */
export const reactionName = (emoji: string) => textNamed(texts.emoji, emoji) ?? emoji;

export interface Chip {
  emoji: string;
  count: number;
  mine: boolean;
  names: string[];
}

/** One chip an emoji, in the order in which each was first given. */
export function chips(reactions: readonly Reaction[], me: string): Chip[] {
  const byEmoji = new Map<string, Chip>();
  for (const r of reactions) {
    const chip = byEmoji.get(r.reaction) ?? {
      emoji: r.reaction,
      count: 0,
      mine: false,
      names: [],
    };
    chip.count++;
    chip.mine ||= r.user_id === me;
    chip.names.push(r.username);
    byEmoji.set(r.reaction, chip);
  }
  return [...byEmoji.values()];
}

export const maxChips = 3; // distinct reactions in the bar
export const maxNames = 3; // names in a tooltip

/** 'ann, bob, cem and 2 more': at most three names. */
export function reactedBy(chip: Chip): string {
  const shown = chip.names.slice(0, maxNames).join(', ');
  const rest = chip.names.length - maxNames;
  return rest > 0 ? texts.andMore({ shown, rest }) : shown;
}

// What a room is called, and what is said of who is in it.
import { texts } from 'texts:chat';
import { capitals } from '@/rules/format';

/** The header's title: the display name in capitals, else the chat title. */
export function roomTitle(displayName: string | undefined, chatTitle: string): string {
  const name = displayName?.trim();
  return capitals(name ? name : chatTitle);
}

/** '0 online', '1 online', '2,341 online'. */
export function onlineWords(count: number): string {
  return texts.online({ count });
}

/**
 * Who is typing, in words: up to three names, then 'several people'.
 * '' when nobody is.
 */
export function typingWords(names: readonly string[]): string {
  const [a, b, c] = names;
  if (a === undefined) return '';
  if (b === undefined) return texts.isTyping({ a });
  if (c === undefined) return texts.twoAreTyping({ a, b });
  if (names.length === 3) return texts.threeAreTyping({ a, b, c });
  return texts.severalPeopleAreTyping;
}

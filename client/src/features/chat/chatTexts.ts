// Counts in chat: up to 99 as they are.
import { texts } from 'texts:chat';
import { formatNumber } from '@/rules/format';

const counted = 99;

/** What a badge on a room says to those who hear it. */
export const unreadWords = (count: number) => (count > counted ? texts.unreadMany : texts.unread({ count }));
export const mentionsWords = (count: number) =>
  count > counted ? texts.mentionsMany : texts.mentions({ count });

/** A count in a badge. */
export const badgeCount = (count: number) =>
  count > counted ? `${formatNumber(counted)}+` : formatNumber(count);

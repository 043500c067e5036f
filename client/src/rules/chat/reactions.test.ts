import { expect, it } from 'vitest';
import { allReactions, chips, quickReactions, reactedBy } from './reactions';

const r = (user: string, reaction: string) => ({
  messageId: 'm',
  user_id: `id-${user}`,
  username: user,
  reaction,
});

it('offers six quickly and sixteen in all (CHAT-24)', () => {
  expect(quickReactions().map((e) => e.emoji)).toEqual(['❤️', '👍', '😂', '🔥', '😮', '😢']);
  expect(
    allReactions()
      .map((e) => e.emoji)
      .join(' '),
  ).toBe('❤️ 👍 😂 😮 😢 🔥 🎉 💯 👏 🙏 😍 🤔 😅 🎯 💪 🚀');
});

it('sums up by emoji in the order first given and knows mine (CHAT-25)', () => {
  const got = chips([r('ann', '🔥'), r('bob', '👍'), r('bob', '🔥')], 'id-bob');
  expect(got).toEqual([
    { emoji: '🔥', count: 2, mine: true, names: ['ann', 'bob'] },
    { emoji: '👍', count: 1, mine: true, names: ['bob'] },
  ]);
});

it('names at most three people (CHAT-10)', () => {
  const five = ['a', 'b', 'c', 'd', 'e'].map((n) => r(n, '👍'));
  const [chip] = chips(five, '');
  if (!chip) throw new Error('no chip');
  expect(reactedBy(chip)).toBe('a, b, c and 2 more');
  expect(reactedBy({ ...chip, names: ['a', 'b', 'c'] })).toBe('a, b, c');
});

// A name from right to left does not turn the sentence that it stands in.
import { texts } from 'texts:chat';
import { texts as memberTexts } from 'texts:parts/people/member';
import { createElement } from 'react';
import { expect, it } from 'vitest';
import { isolating } from './isolate';
import { rich } from './rich';

const isolate = (name: string) => `\u2068${name}\u2069`;

it.each([
  ['Hebrew', 'דנה'],
  ['Arabic', 'ليلى 7'],
  ['N’Ko', 'ߒߞߏ'],
  ['Adlam', '𞤀𞤣𞤤𞤢𞤥'],
])('isolates a name in %s', (_, name) => {
  expect(memberTexts.profileOf({ username: name })).toBe(
    memberTexts.profileOf({ username: 'ann' }).replace('ann', isolate(name)),
  );
});

it.each(['ann', 'สมชาย', 'Łukasz', '王伟'])('leaves %s as it is', (name) => {
  expect(memberTexts.profileOf({ username: name })).not.toMatch(/[\u2068\u2069]/);
});

it('isolates each of two names, and no number', () => {
  expect(texts.twoAreTyping({ a: 'דנה', b: 'ann' })).toBe(`${isolate('דנה')} and ann are typing`);
  expect(texts.online({ count: 7 })).toBe('7 online');
});

it('reaches into groups, and keeps what takes no values', () => {
  const messages = isolating({ group: { of: ({ name }: { name: string }) => `for ${name}` }, plain: 'דנה' });
  expect(messages.group.of({ name: 'דנה' })).toBe(`for ${isolate('דנה')}`);
  expect(messages.plain).toBe('דנה');
});

it('leaves an element in a text to itself', () => {
  const text = isolating({ of: ({ name }: { name: string }) => `by ${name}` }).of;
  const { children } = (
    rich(text, { name: createElement('bdi', null, 'דנה') }) as React.ReactElement<{
      children: unknown[];
    }>
  ).props;
  expect(children[0]).toBe('by ');
  expect(children[1]).toMatchObject({ type: 'bdi' });
});

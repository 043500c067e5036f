import { afterEach, expect, it } from 'vitest';
import { dismissToast, resetToasts, toast, useToasts } from './toast';

afterEach(resetToasts);
const texts = () => useToasts.getState().toasts.map((each) => each.text);

it('keeps the last three and lets go of one', () => {
  for (const text of ['a', 'b', 'c', 'd']) toast(text);
  expect(texts()).toEqual(['b', 'c', 'd']);
  const first = useToasts.getState().toasts[0];
  dismissToast(first?.id ?? 0);
  expect(texts()).toEqual(['c', 'd']);
});

it('shows the same text once, anew', () => {
  const before = toast('a');
  toast('b');
  const after = toast('a');
  expect(texts()).toEqual(['b', 'a']);
  expect(after).not.toBe(before);
});

it('keeps what stays until it is dismissed, however many follow', () => {
  toast('stays', { lastsMs: 0 });
  for (const text of ['a', 'b', 'c', 'd']) toast(text);
  expect(texts()).toEqual(['stays', 'b', 'c', 'd']);
});

it('lasts as long as its text takes to read, and longer where it offers something', () => {
  const lasts = (text: string, options = {}) => {
    toast(text, options);
    return useToasts.getState().toasts.at(-1)?.lastsMs;
  };
  expect(lasts('Saved')).toBe(5_000);
  expect(lasts('x'.repeat(200))).toBe(16_000);
  expect(lasts('Deleted', { action: { label: 'Undo', run: () => {} } })).toBe(10_000);
  expect(lasts('x'.repeat(200), { lastsMs: 3_000 })).toBe(3_000);
});

// Whom the member ignores, asked for beside what the member's other devices change.
import { beforeEach, expect, it, vi } from 'vitest';
import { api } from '@/net/api';
import type { Ignored } from '@/wire/bodies.gen';
import {
  ignoreMember,
  loadIgnored,
  onIgnoredChanged,
  renameIgnored,
  resetIgnored,
  useIgnored,
} from './ignored';

const names = () => [...useIgnored.getState().members.values()];
const change = (name: string, ignored: boolean, position: number) =>
  onIgnoredChanged({ userId: `u-${name}`, username: name, ignored, position });

let answer: (list: Omit<Ignored, 'success'>) => void;

beforeEach(() => {
  resetIgnored();
  vi.spyOn(api, 'get').mockImplementation(
    () =>
      new Promise((done) => {
        answer = (list) => done({ success: true, ...list } as never);
      }),
  );
});

// An answer that was on its way during any change was thrown away whole.
it('lays changes of later over the list', async () => {
  const loading = loadIgnored();
  change('bob', true, 12);
  change('cyd', false, 13);
  renameIgnored({ userId: 'u-dan', oldUsername: 'dan', newUsername: 'danny', siteSeq: 8 });
  answer({
    ignored: [
      { userId: 'u-cyd', username: 'cyd' },
      { userId: 'u-dan', username: 'dan' },
    ],
    asOf: '11',
    siteAsOf: '7',
  });
  await loading;
  expect(names()).toEqual(['danny', 'bob']);
});

it('takes a list that was read after the changes as it is', async () => {
  const loading = loadIgnored();
  change('bob', true, 12);
  answer({ ignored: [], asOf: '14', siteAsOf: '7' });
  await loading;
  expect(names()).toEqual([]);
});

it('follows a change on another device, and no older one after it', () => {
  change('bob', true, 12);
  expect(names()).toEqual(['bob']);
  change('bob', false, 14);
  change('bob', true, 12);
  expect(names()).toEqual([]);
});

it('applies an own change by the position that its answer names', async () => {
  vi.spyOn(api, 'post').mockResolvedValue({ success: true, position: 20 } as never);
  await ignoreMember('u-bob', 'bob');
  const loading = loadIgnored();
  answer({ ignored: [], asOf: '19', siteAsOf: '0' });
  await loading;
  expect(names()).toEqual(['bob']);
});

import { beforeEach, expect, it, vi } from 'vitest';
import {
  changeDraft,
  closeDraft,
  dropFromDraft,
  moveDraft,
  openDraft,
  removeDraft,
  useApplicationDraft,
} from './draft';

const typed = () => useApplicationDraft.getState().draft;
const type = (fullName: string) => changeDraft('identification', { fullName });

beforeEach(closeDraft);

it('outlasts a reload, and is shown to its own address alone (APP-36)', () => {
  openDraft('ada@example.com');
  type('ADA');
  changeDraft('identification', { city: 'AUSTIN' });
  closeDraft();
  openDraft('eve@example.com');
  expect(typed()).toEqual({});
  openDraft('ada@example.com');
  expect(typed().identification).toEqual({ fullName: 'ADA', city: 'AUSTIN' });
});

it('loses what the server has stored, and all of it once submitted (APP-36)', () => {
  openDraft('ada@example.com');
  type('ADA');
  changeDraft('agreement', { signature: 'ADA', agreed: true });
  dropFromDraft('identification');
  expect(typed()).toEqual({ agreement: { signature: 'ADA', agreed: true } });
  removeDraft();
  expect(localStorage.getItem('application_drafts')).toBeNull();
});

it('follows an address that is verified instead', () => {
  openDraft('new@example.com');
  changeDraft('assessment', { whyJoin: 'OLD' });
  openDraft('ada@example.com');
  type('ADA');
  moveDraft('new@example.com', typed());
  expect(typed()).toEqual({ identification: { fullName: 'ADA' }, assessment: { whyJoin: 'OLD' } });
  closeDraft();
  openDraft('ada@example.com');
  expect(typed()).toEqual({});
});

it('stays in the page where storage is full or forbidden', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError');
  });
  openDraft('ada@example.com');
  type('ADA');
  expect(typed().identification).toEqual({ fullName: 'ADA' });
});

it('is forgotten after thirty days, and when it cannot be read', () => {
  openDraft('ada@example.com');
  type('ADA');
  closeDraft();
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 31 * 24 * 60 * 60_000);
  openDraft('ada@example.com');
  expect(typed()).toEqual({});
  localStorage.setItem('application_drafts', '{broken');
  closeDraft();
  openDraft('ada@example.com');
  expect(typed()).toEqual({});
});

it('keeps the drafts of three addresses', () => {
  for (const name of ['a', 'b', 'c', 'd']) {
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 1000);
    openDraft(`${name}@example.com`);
    type(name);
  }
  expect(Object.keys(JSON.parse(localStorage.getItem('application_drafts') ?? '')).sort()).toEqual([
    'b@example.com',
    'c@example.com',
    'd@example.com',
  ]);
});

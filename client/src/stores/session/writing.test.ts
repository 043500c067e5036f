import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { changeCampaignDraft, useCampaignDraft } from '@/stores/campaign/campaignDraft';
import { chosenFiles, draft, draftOf, useDrafts } from '@/stores/room/drafts';
import { enqueue, openOutgoing, unsentByRoom } from '@/stores/room/outgoing';
import type { User } from '@/wire/bodies.gen';
import { endSession, loseSession, resetSession, startSession, useSession } from './session';
import { wordsUnder } from './writing';

const user = (id: string): User => ({
  id,
  name: id,
  email: `${id}@muster.test`,
  phone: null,
  username: id,
  face_recognition_enabled: false,
  face_recognition_status: 'none',
});

function write() {
  draft('general', { text: 'half a thought' });
  chosenFiles.set('general', [new File(['x'], 'gate.jpg')]);
  openOutgoing('ann', 'general');
  enqueue('text', 'not sent yet', null);
  changeCampaignDraft({ message: 'composed' });
}

const written = () => [
  draftOf('general')(useDrafts.getState()).text,
  unsentByRoom('ann').get('general') ?? 0,
  useCampaignDraft.getState().message,
  ...(chosenFiles.get('general')?.map(({ name }) => name) ?? []),
];

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  resetSession();
  startSession('t1', user('ann'));
  write();
});
afterEach(() => {
  vi.restoreAllMocks();
  endSession(true);
});

// A session that ran out took a half-written message, the unsent ones and a composed
// campaign with it.
it('keeps what was written when a session ends by itself', () => {
  loseSession();
  expect(useSession.getState().token).toBeNull();
  startSession('t2', user('ann'));
  expect(written()).toEqual(['half a thought', 1, 'composed', 'gate.jpg']);
});

it('keeps it also where the browser keeps nothing', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  write();
  loseSession();
  startSession('t2', user('ann'));
  expect(written()).toEqual(['half a thought', 2, 'composed', 'gate.jpg']);
});

it('forgets it when the member signs out', () => {
  endSession(true);
  startSession('t2', user('ann'));
  expect(written()).toEqual(['', 0, '']);
});

// A composed campaign whose screen had not been opened since a reload outlived the sign-out,
// and stood before the next administrator.
it.each([
  ['signed out', 'sign-out'],
  ['was ended', 'loss'],
])('shows the next member nothing of who %s, also when nothing had read it yet', async (_, end) => {
  const { campaign } = wordsUnder;
  const stored = sessionStorage.getItem(campaign) ?? '';
  expect(stored).toContain('composed');
  vi.resetModules();
  await import('../../../vitest.texts.ts');
  const later = await import('./session');
  (await import('./writing')).followMember();
  if (end === 'loss') later.loseSession();
  else later.endSession(true);
  later.startSession('t2', user('bob'));
  expect(sessionStorage.getItem(campaign)).toBeNull();
  const { useCampaignDraft: shown } = await import('@/stores/campaign/campaignDraft');
  expect(shown.getState().message).toBe('');
});

// The tab was loaded anew after another member had signed in elsewhere.
it('shows nothing of another member to a screen that reads it first', async () => {
  localStorage.setItem('token', 't2');
  localStorage.setItem('user', JSON.stringify(user('bob')));
  vi.resetModules();
  const { useDrafts: shown } = await import('@/stores/room/drafts');
  expect(shown.getState().byRoom).toEqual({});
  expect(Object.values(sessionStorage).join()).not.toMatch(/half a thought|not sent yet|composed/);
});

it('shows it to no other member', () => {
  loseSession();
  startSession('t2', user('bob'));
  expect(written()).toEqual(['', 0, '']);
  expect(Object.values(sessionStorage).join()).not.toMatch(/half a thought|not sent yet|composed/);
});

it('forgets it when the member signs out in another tab', () => {
  localStorage.setItem('signed_out', 'yes');
  localStorage.removeItem('token');
  localStorage.removeItem('user');
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  startSession('t2', user('ann'));
  expect(written()).toEqual(['', 0, '']);
});

it('follows another tab that signed in as another member', () => {
  localStorage.setItem('token', 't3');
  localStorage.setItem('user', JSON.stringify(user('bob')));
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  expect(useSession.getState().user?.id).toBe('bob');
  expect(written()).toEqual(['', 0, '']);
});

import { beforeEach, expect, it, vi } from 'vitest';

const later = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

beforeEach(() => {
  vi.resetModules();
  sessionStorage.clear();
});

/** The store as a page that was loaded anew finds it. */
const loaded = async () => (await import('./faceGrant')).useFaceGrant.getState().held;

it('finds the grant again after a reload, in this tab only (FADM-17)', async () => {
  const { holdFaceGrant } = await import('./faceGrant');
  holdFaceGrant({ grant: 'g', validUntil: later(15) });
  expect(Object.values(localStorage).join()).not.toContain('"g"');
  vi.resetModules();
  expect(await loaded()).toMatchObject({ grant: 'g' });
});

it('finds none that has ended', async () => {
  sessionStorage.setItem('face_grant', JSON.stringify({ grant: 'g', validUntil: later(-1) }));
  expect(await loaded()).toBeNull();
});

it('ends with the session', async () => {
  const { holdFaceGrant, useFaceGrant } = await import('./faceGrant');
  holdFaceGrant({ grant: 'g', validUntil: later(15) });
  (await import('@/stores/session/session')).endSession();
  expect(useFaceGrant.getState().held).toBeNull();
  expect(sessionStorage.getItem('face_grant')).toBeNull();
});

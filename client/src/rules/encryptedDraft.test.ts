import { expect, it } from 'vitest';
import type { CreateDecrypt } from '@/wire/bodies.gen';
import { decryptStatus, draftFault } from './encryptedDraft';

it('knows the status in its order (ENC-1)', () => {
  const all = { viewLimitReached: true, isExpired: true, isActive: true };
  expect(decryptStatus(all)).toBe('limit');
  expect(decryptStatus({ ...all, viewLimitReached: false })).toBe('expired');
  expect(decryptStatus({ viewLimitReached: false, isExpired: false, isActive: true })).toBe('active');
  expect(decryptStatus({ viewLimitReached: false, isExpired: false, isActive: false })).toBe('inactive');
});

it('says what is wrong with a draft (ENC-5)', () => {
  const draft: CreateDecrypt = {
    code: '',
    type: 'text',
    content: ' ',
    videoUrl: '',
    galleryItems: [],
    expiresIn: null,
    maxViews: null,
    opensAt: null,
  };
  const fault = (change: Partial<CreateDecrypt>) => draftFault({ ...draft, ...change });
  expect(fault({})).toBe('Text message content is required');
  expect(fault({ type: 'gallery' })).toBe('Gallery messages must have content or media items');
  expect(fault({ type: 'video' })).toBe('Video URL is required for video messages');
  expect(fault({ type: 'video', videoUrl: 'https://a.example' })).toBe('Video message content is required');
  expect(fault({ content: 'x', code: 'ABCD-123' })).toBe(
    'Code must be exactly 8 characters (format: XXXX-XXXX)',
  );
  expect(fault({ content: 'x', maxViews: 0.5 })).toBe('Max views must be a whole number');
  expect(fault({ type: 'gallery', galleryItems: [{ id: 'a' }] })).toBeNull();
});

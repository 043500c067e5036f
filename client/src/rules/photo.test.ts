import { texts as photoTexts } from 'texts:photo';
import { expect, it } from 'vitest';
import { cameraFault, photoFault } from './photo';

it('takes JPEG, PNG and WebP up to 5 MB, exactly 5 MB too (APP-23)', () => {
  expect(photoFault({ type: 'image/webp', size: 5 * 2 ** 20 })).toBeNull();
  expect(photoFault({ type: 'image/png', size: 5 * 2 ** 20 + 1 })).toBe(
    'File too large. Maximum size is 5MB.',
  );
  expect(photoFault({ type: 'image/gif', size: 1 })).toBe(
    'Invalid file type. Please select a JPEG, PNG, or WebP image.',
  );
});

it.each([
  ['NotAllowedError', 'Camera permission denied. Please allow camera access in your browser settings.'],
  ['NotFoundError', 'No camera found on this device.'],
  ['NotReadableError', 'Camera is already in use by another application.'],
  ['OverconstrainedError', 'Camera does not support the required resolution.'],
  ['constructor', 'Failed to access camera. Please try uploading a photo instead.'],
])('says what %s means (APP-26)', (name, text) => {
  expect(photoTexts.camera[cameraFault({ name })]).toBe(text);
});

// The photo of a person, by camera or as a file: what may be chosen, and what is said
// about a camera that does not work.

import { texts as photoTexts } from 'texts:photo';

const types = ['image/jpeg', 'image/png', 'image/webp'];
export const photoAccept = types.join(',');
const maxBytes = 5 * 2 ** 20;

/** Why a file can be no photo, or null. */
export function photoFault({ type, size }: { type: string; size: number }): string | null {
  if (!types.includes(type)) return photoTexts.wrongType;
  return size > maxBytes ? photoTexts.tooLarge : null;
}

export type CameraFault = 'missing' | 'denied' | 'none' | 'busy' | 'resolution' | 'other';
export type CameraTexts = Record<CameraFault, string>;

const faultsByName: Record<string, CameraFault> = {
  NotAllowedError: 'denied',
  PermissionDeniedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'none',
  DevicesNotFoundError: 'none',
  NotReadableError: 'busy',
  TrackStartError: 'busy',
  OverconstrainedError: 'resolution',
  ConstraintNotSatisfiedError: 'resolution',
};

/** What a browser's refusal of the camera means. */
export function cameraFault(cause: unknown): CameraFault {
  const name = typeof cause === 'object' && cause !== null && 'name' in cause ? String(cause.name) : '';
  return Object.hasOwn(faultsByName, name) ? (faultsByName[name] ?? 'other') : 'other';
}

export type Facing = 'user' | 'environment';

/** What is asked of the camera. */
export const cameraWish = (facing: Facing): MediaStreamConstraints => ({
  audio: false,
  video: {
    facingMode: facing,
    width: { ideal: 1280, min: 640 },
    height: { ideal: 720, min: 480 },
  },
});

export const photoType = 'image/jpeg';
export const photoQuality = 0.9;

// Bodies of the face checks.
import type { LoginSession, OK } from './bodies.gen';

declare module './bodies.gen' {
  interface Config {
    /** The version of what a member agrees to before a face is stored. */
    faceConsentVersion: string;
  }
}

/** What a face call says of the device it comes from. */
export interface FaceDevice {
  screenResolution: string;
  timezone: string;
  language: string;
}

/** The body of POST /face/enroll and of POST /face/verify. */
export interface FacePicture extends FaceDevice {
  imageBase64: string;
  tempToken: string;
  /** With an enrolment only. */
  consent?: boolean;
  consentVersion?: string;
}

/** The body of POST /face/skip. */
export interface SkipFace extends Partial<FaceDevice> {
  skipType: 'enrollment' | 'verification';
  skipReason?: 'admin_skip' | 'failed_attempts';
}

/** The reply to enrolling, verifying and skipping. */
export interface FaceReply extends OK {
  message?: string;
  /** Of a verification. */
  verified?: boolean;
  session?: LoginSession;
}

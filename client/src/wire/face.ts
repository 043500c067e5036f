// Bodies of the face checks.
import type { LoginSession, OK } from './bodies.gen';

declare module './bodies.gen' {
  interface Config {
    /** FaceConsentVersion is the version of the consent that goes with an enrolment. */
    faceConsentVersion: string;
  }
}

/** What a face call says of the device it comes from. */
export interface FaceDevice {
  screenResolution?: string;
  timezone?: string;
  language?: string;
}

/** EnrollFace is the body of POST /face/enroll. */
export interface EnrollFace extends FaceDevice {
  imageBase64: string;
  tempToken: string;
  consent?: boolean;
  /** of /config */
  consentVersion?: string;
}

/** VerifyFace is the body of POST /face/verify. */
export interface VerifyFace extends FaceDevice {
  imageBase64: string;
  tempToken: string;
}

/** SkipFace is the body of POST /face/skip. SkipReason is of a verification only. */
export interface SkipFace extends FaceDevice {
  /** "enrollment" or "verification" */
  skipType: string;
  /** "admin_skip" or "failed_attempts" */
  skipReason?: string;
  tempToken?: string;
}

/** FaceEnrolled is the reply to an enrolment. */
export interface FaceEnrolled extends OK {
  message: string;
  session: LoginSession;
}

/**
 * FaceVerified is the reply to a picture that was compared. Session is there when it was
 * recognised; AttemptsLeft are those of the sign-in.
 */
export interface FaceVerified extends OK {
  verified: boolean;
  message: string;
  session?: LoginSession;
  attemptsLeft: number;
}

/** FaceSkipped is the reply to a skip. */
export interface FaceSkipped extends OK {
  session: LoginSession;
}

/** FaceStarted is the reply to POST /face/start: a step as after a right code. */
export interface FaceStarted extends OK {
  tempToken: string;
  /** "enrollment" or "verification" */
  step: string;
  previouslySkipped: boolean;
  userId: string;
  isAdmin: boolean;
}

/** FaceView is an administrator who looked at the caller's checks. */
export interface FaceView {
  at: string;
  /** username */
  by: string | null;
  /** "picture" or "history" */
  what: string;
}

/** FaceData is the reply to GET /face/enrollment: what is kept about the caller's face. */
export interface FaceData extends OK {
  enrolled: boolean;
  /** sign-in asks for it */
  required: boolean;
  /** that made the template, "" without one */
  engine: string;
  enrolledAt: string | null;
  /** "" when the client did not say which */
  consentVersion: string;
  consentedAt: string | null;
  /** that are kept, the enrolled one among them */
  pictures: number;
  /** how long those of checks are kept; 0: as long as the enrolment */
  picturesDays: number;
  /** of the oldest picture of a check */
  nextDeletion: string | null;
  /** without a sign-in, after which all is deleted; 0: never */
  enrolmentDays: number;
  checks: number;
  lastCheck: string | null;
  skips: number;
  /** newest first, at most 100 */
  views: FaceView[];
}

/** FacePassword is the body of POST /admin/face/verify-password. */
export interface FacePassword {
  password: string;
}

/** FaceGrant opens the viewer until ValidUntil: Grant goes into the header X-Face-Admin-Password. */
export interface FaceGrant extends OK {
  validUntil: string;
  grant: string;
}

/** FaceUserStats sum up a member's verifications, in percent. */
export interface FaceUserStats {
  averageConfidence: number;
  totalVerifications: number;
  /** of 30 days */
  recentPassRate: number;
}

/** FaceUser is a member with an enrolled face. */
export interface FaceUser {
  userId: string;
  name: string;
  username: string | null;
  email: string | null;
  phone: string | null;
  enrollmentImageUrl: string | null;
  enrolledAt: string;
  lastUsed: string | null;
  totalScans: number;
  stats: FaceUserStats;
}

/** FaceUsers is the reply to GET /admin/face/enrolled-users. */
export interface FaceUsers extends OK {
  users: FaceUser[];
  nextCursor: string | null;
  urlsExpireAt: string;
}

/** FaceStats sum up all members. */
export interface FaceStats {
  totalEnrolledUsers: number;
  totalVerifications: number;
  /** of 30 days, in percent */
  recentStats: { averageConfidence: number; passRate: number };
}

/** FaceStatsReply is the reply to GET /admin/face/stats. */
export interface FaceStatsReply extends OK {
  stats: FaceStats;
}

/** FaceHistoryUser is whose history it is. */
export interface FaceHistoryUser {
  id: string;
  name: string;
  username: string | null;
  email: string | null;
  phone: string | null;
}

/** FaceEnrollment is an enrolment. Confidence is that the picture shows a face, and no likeness. */
export interface FaceEnrollment {
  imageUrl: string | null;
  confidence: number;
  enrolledAt: string;
}

/** FaceStatistics sum up a member's checks, in percent. */
export interface FaceStatistics {
  totalScans: number;
  totalVerifications: number;
  averageConfidence: number;
  passRate: number;
}

/** FaceThresholds say which thresholds the unrounded confidence reaches. */
export interface FaceThresholds {
  at30: boolean;
  at50: boolean;
  at70: boolean;
  at90: boolean;
}

/**
 * FaceCheckShown is a picture that was looked at. ImageURL is null once the picture was
 * deleted; Confidence is null for a picture that was refused before it was compared.
 */
export interface FaceCheckShown {
  id: string;
  /** "enrollment" or "verification" */
  type: string;
  imageUrl: string | null;
  timestamp: string;
  confidence: number | null;
  /** between the templates, null where there are none */
  distance: number | null;
  passed: boolean;
  possibleReplay: boolean;
  thresholdAnalysis: FaceThresholds;
}

/** FaceHistory is the reply to GET /admin/face/user/{id}/verifications. */
export interface FaceHistory extends OK {
  user: FaceHistoryUser;
  /** null without one */
  enrollment: FaceEnrollment | null;
  statistics: FaceStatistics;
  /** newest first */
  verifications: FaceCheckShown[];
  urlsExpireAt: string;
}

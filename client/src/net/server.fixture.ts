// The server of the tests: its replies by default, and bodies to change for a test.
import { delay, HttpResponse, http, ws } from 'msw';
import { setupServer } from 'msw/node';
import type { Config, OwnProfile, User, Verified } from '@/wire/bodies.gen';

export const user: User = {
  id: '0191d8a0-0000-7000-8000-000000000001',
  name: 'Ada Reyes',
  email: 'ada@example.com',
  phone: null,
  username: 'ada_reyes',
  face_recognition_enabled: false,
  face_recognition_status: 'none',
};

export const profile: OwnProfile = {
  ...user,
  user_id: user.id,
  rank: 'Sergeant',
  points: 612,
  total_points_earned: 700,
  badges: [],
  badge_tags: [],
  profile_picture_url: null,
  profile_picture_thumbnail_url: null,
  image_url: null,
  public_bio: '',
  show_rank_public: false,
  skills_tags: [],
  is_guardian: false,
  total_contributed: 0,
  contribution_amount: 0,
  profile_views_count: 0,
  created_at: '2025-03-02T10:00:00Z',
  updated_at: '2025-03-02T10:00:00Z',
  member_since: '2025-03-02T10:00:00Z',
  is_admin: false,
  profile_private: false,
  language: 'en',
};

export const verified: Verified = {
  success: true,
  session: { token: 'fresh', user, faceVerified: false },
  requiresFaceEnrollment: false,
  requiresFaceVerification: false,
  tempToken: null,
  userId: user.id,
  previouslySkipped: false,
  isAdmin: false,
  userType: 'member',
  nextStep: 'dashboard',
};

export const config: Config = {
  success: true,
  communityName: 'Night Company',
  creatorName: 'The Creator',
  supportEmail: 'help@example.com',
  defaultRoom: 'general',
  languages: ['en'],
  chatTitle: 'GROUP CHAT',
  gifHosts: ['media.giphy.com'],
  gifSearch: false,
  gifService: '',
  faceEngine: 'off',
  faceConsentVersion: '2026-12-embedded-30-365',
  facePicturesDays: 30,
  faceEnrolmentDays: 365,
  faceGate: false,
  paymentProvider: 'Stripe',
  testPayments: false,
  intake: 'open',
  intakeText: '',
  version: '2.0',
  build: '',
  devMode: false,
};

export const ok = (body: object = {}) => HttpResponse.json({ success: true, ...body });
export const fail = (status: number, message: string, code = 'invalid', headers = {}) =>
  HttpResponse.json({ success: false, message, error: message, code }, { status, headers });

/** A call that never answers within a test. */
export const never = () => delay('infinite');

export const server = setupServer(
  // Pages outside chat watch; no frame is sent here.
  ws.link('ws://*/ws/chat').addEventListener('connection', () => {}),
  http.get('/api/config', () => ok({ ...config })),
  http.get('/api/profile/me', () => ok({ profile })),
  http.get('/api/chat/online-count', () => ok({ count: 0 })),
  http.get('/api/chat/rooms', () => ok({ rooms: [] })),
  http.get('/api/chat/user-status', () =>
    ok({ hasUsername: true, username: 'ada_reyes', isAdmin: false, isBanned: false }),
  ),
  http.get('/api/chat/ignored', () => ok({ ignored: [] })),
  http.get('/api/admin/waiting', () =>
    ok({ reports: 0, emergencies: 0, critical: 0, applications: 0, dueSoon: 0 }),
  ),
  // A claim is given back when its screen goes, which is after a test.
  http.post('/api/applications/admin/claim', () => ok({ claimed_by: null })),
  http.get('/api/server-cost', () => ok({ serverCost: { currentCost: 0 } })),
  http.post('/api/profile/public/batch', () => ok({ profiles: {} })),
  http.get('/api/profile/badges/earned', () => ok({ earned: [], open: [], moments: true })),
  http.get('/api/points/status', never),
  http.get('/api/auth/sessions', () => ok({ sessions: [] })),
  http.post('/api/auth/logout', () => ok()),
  http.post('/api/auth/send-verification', () => ok({ message: 'If the account exists, a code was sent' })),
  http.post('/api/auth/verify', () => ok(verified)),
);

// Every route of the product, named once.
export const paths = {
  login: '/login',
  faceRecognition: '/face-recognition',
  apply: '/apply',
  applyStatus: '/apply/status',
  dashboard: '/dashboard',
  welcome: '/welcome',
  profile: '/profile',
  decrypt: '/decrypt',
  checkin: '/checkin',
  emergency: '/emergency',
  contribute: '/contribute',
  contributeSuccess: '/contribute/success',
  serverCost: '/server-cost',
  serverCostSuccess: '/server-cost/success',
  chat: '/chat',
  chatRoom: '/chat/:roomId',
  myRank: '/my-rank',
  admin: '/admin',
  adminApplications: '/admin/applications',
  adminSetup: '/admin/setup',
  adminFace: '/admin/face',
  workbench: '/workbench',
} as const;

/** The address of one chat room. */
export const chatRoomPath = (roomId: string) => `/chat/${encodeURIComponent(roomId)}`;

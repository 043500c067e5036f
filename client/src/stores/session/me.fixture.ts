// The member who is signed in, for tests of stores.
import type { User } from '@/wire/bodies.gen';

export const me: User = {
  id: 'u-me',
  name: 'Me',
  email: null,
  phone: null,
  username: 'me',
  face_recognition_enabled: false,
  face_recognition_status: 'none',
};

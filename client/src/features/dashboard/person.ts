// What a person is called on the dashboard.
import { texts } from 'texts:dashboard';
import type { User } from '@/wire/bodies.gen';

/** The name, else the e-mail address, else the phone number, else UNIDENTIFIED. */
export function displayName(user: Pick<User, 'name' | 'email' | 'phone'> | null): string {
  return user?.name || user?.email || user?.phone || texts.unidentified;
}

// Names of enrolled members in the face viewer.
import { texts } from 'texts:admin/face';

interface Named {
  name: string;
  username: string | null;
  email: string | null;
  phone: string | null;
}

/** What an enrolled member is called in the viewer. */
export const nameOf = ({ name, username, email, phone }: Named) =>
  username ? `@${username}` : name || email || phone || texts.unnamed;

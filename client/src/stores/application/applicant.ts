// Who applies in this browser: the e-mail address for the next time, and whether this tab
// has the application open.
import { readDeviceItem, writeDeviceItem } from '@/stores/session/deviceStorage';
import { readTabItem, writeTabItem } from '@/stores/session/tabStorage';

const savedUnder = 'applicant_email';
const openUnder = 'application_open';
const codeUnder = 'application_status_code';
const codeLastsMs = 10 * 60_000;

/** The address that was entered last; '' for none. */
export const savedEmail = () => readTabItem(savedUnder) ?? readDeviceItem(savedUnder) ?? '';

/** Stores the address; null forgets it. */
export function saveEmail(email: string | null) {
  writeTabItem(savedUnder, email);
  writeDeviceItem(savedUnder, email);
}

let token: string | null = null;

/** Someone signed in as an applicant: the session proves the address until the cookie does. */
export function enterAsApplicant(email: string | null, session: string | undefined) {
  if (email) saveEmail(email);
  setStatusCodeSent(null);
  token = session ?? null;
}

/** What an applicant's call is sent with: never a member's session, which proves nothing here. */
export const applicantToken = () => token ?? '';

/** The cookie has taken its place, or it has ended. */
export function forgetApplicantToken() {
  token = null;
}

/** How this tab shows an application: at the disclaimer still while one pays there. */
export type OpenTab = 'stages' | 'disclaimer';

export const openTab = () => readTabItem(openUnder) as OpenTab | null;
export const setOpenTab = (open: OpenTab | null) => writeTabItem(openUnder, open);

/** Whether a status code was asked for lately: a reload asks for no other. */
export function waitsForStatusCode(email: string): boolean {
  const [to, at] = readTabItem(codeUnder)?.split(' ') ?? [];
  const age = Date.now() - Number(at);
  return to === email && age >= 0 && age < codeLastsMs;
}

export function setStatusCodeSent(email: string | null) {
  writeTabItem(codeUnder, email && `${email} ${Date.now()}`);
}

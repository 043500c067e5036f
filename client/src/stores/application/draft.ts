// What is typed into an application and not saved yet. It is stored on the device under the
// applicant's e-mail address, so that it outlasts a reload and a lost line, and nobody who
// applies with another address is shown it. Where storage is full or forbidden it lasts as
// long as the page.
import { create } from 'zustand';
import type { Assessment, Background, Identification, Spent } from '@/rules/application/forms';
import { readDeviceItem, writeDeviceItem } from '@/stores/session/deviceStorage';

export type CodeChannel = 'email' | 'phone';

export interface ApplicationDraft {
  identification?: Partial<Identification>;
  background?: Partial<Background>;
  assessment?: Partial<Assessment>;
  spent?: Spent;
  agreement?: { signature: string; agreed: boolean };
  /** To where codes were sent that wait to be entered, and when. */
  codes?: Partial<Record<CodeChannel, { to: string; at: number }>>;
}

interface StoredDraft extends ApplicationDraft {
  at: number;
}

type ByEmail = Record<string, StoredDraft>;

const storedUnder = 'application_drafts';
const lastsMs = 30 * 24 * 60 * 60_000; // as long as the server knows the browser
const draftsAtMost = 3;

export const useApplicationDraft = create<{ email: string | null; draft: ApplicationDraft }>(() => ({
  email: null,
  draft: {},
}));

/** Shows the draft of an address from now on. */
export function openDraft(email: string) {
  if (useApplicationDraft.getState().email === email) return;
  const { at: _, ...draft } = read()[email] ?? { at: 0 };
  useApplicationDraft.setState({ email, draft });
}

/** Changes a part of the draft. */
export function changeDraft<Part extends keyof ApplicationDraft>(
  part: Part,
  over: Partial<NonNullable<ApplicationDraft[Part]>>,
) {
  const { draft } = useApplicationDraft.getState();
  put({ ...draft, [part]: { ...draft[part], ...over } });
}

/** Forgets parts that the server has stored. */
export function dropFromDraft(...parts: (keyof ApplicationDraft)[]) {
  const draft = { ...useApplicationDraft.getState().draft };
  for (const part of parts) delete draft[part];
  put(draft);
}

/** The draft is another address's from now on: the applicant has verified that one instead. */
export function moveDraft(to: string, draft: ApplicationDraft) {
  const { at: _, ...there } = read()[to] ?? { at: 0 };
  removeDraft();
  useApplicationDraft.setState({ email: to });
  put({ ...there, ...draft });
}

/** Forgets the open draft altogether. */
export function removeDraft() {
  put({});
}

/** Shows no draft; what is stored stays. */
export function closeDraft() {
  useApplicationDraft.setState({ email: null, draft: {} });
}

function put(draft: ApplicationDraft) {
  const { email } = useApplicationDraft.getState();
  if (email === null) return;
  useApplicationDraft.setState({ draft });
  // Read again: another tab may have written meanwhile.
  const { [email]: _, ...others } = read();
  const newest = Object.entries(others).sort(([, a], [, b]) => b.at - a.at);
  const all = Object.fromEntries(newest.slice(0, draftsAtMost - 1));
  if (Object.values(draft).some((part) => part !== undefined)) all[email] = { ...draft, at: Date.now() };
  writeDeviceItem(storedUnder, Object.keys(all).length > 0 ? JSON.stringify(all) : null);
}

function read(): ByEmail {
  try {
    const value: unknown = JSON.parse(readDeviceItem(storedUnder) ?? '{}');
    if (typeof value !== 'object' || value === null) return {};
    const young = ([, draft]: [string, StoredDraft]) => Date.now() - draft.at < lastsMs;
    return Object.fromEntries(Object.entries(value as ByEmail).filter(young));
  } catch {
    return {};
  }
}

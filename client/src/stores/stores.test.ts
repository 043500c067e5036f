// Nothing of a member is left for the next one at the same browser: every store begins
// anew when the session ends, or is named here with the reason why it stays.
import { beforeEach, expect, it, vi } from 'vitest';
import { me } from './session/me.fixture';
import { endSession, startSession } from './session/session';

const modules = import.meta.glob<Record<string, unknown>>(
  ['./**/*.ts', '!./**/*.test.ts', '!./**/*.fixture.ts'],
  { eager: true },
);
const sources = import.meta.glob<string>(['./**/*.ts', '!./**/*.test.ts', '!./**/*.fixture.ts'], {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** Stores that are not the member's. */
const staying: Record<string, string> = {
  useSession: 'is the session',
  useConfigState: 'is of the installation',
  useMute: 'is a setting of the device',
  useToasts: 'says that the session has ended',
  useDrafts: 'waits for the same member (writing.ts)',
  useCampaignDraft: 'waits for the same member (writing.ts)',
  useApplication: 'is of an applicant, whom no session of a member shows',
  useApplicationDraft: 'is of an applicant, by the e-mail address',
};

/** Counts of changes go on: who remembers one of before must not take it for one of now. */
const counts = ['revision', 'received'];

/** Variables beside the stores, by file, that need no end of the session. */
const untouched: Record<string, string> = {
  'desk/activity.ts': 'numbers what is received',
  'application/applicant.ts': 'is of an applicant',
  'frames/applyError.ts': 'is set anew by every connection',
  'frames/applyFrame.ts': 'is set anew by every connection',
  'room/jump.ts': 'numbers the jumps',
  'frames/roomSession.ts': 'closes a room that is closed already',
  'session/config.ts': 'is of the installation',
  'session/session.ts': 'is the session',
  'session/tabStorage.ts': 'is emptied by whoever keeps something there',
  'session/writing.ts': 'knows whose words wait',
  'toast.ts': 'numbers the toasts',
};

interface Store {
  getState(): Record<string, unknown>;
  getInitialState(): Record<string, unknown>;
  setState(state: Record<string, unknown>): void;
}
const isStore = (value: unknown): value is Store => typeof value === 'function' && 'getInitialState' in value;

const exported = Object.values(modules)
  .flatMap((module) => Object.entries(module))
  .filter((entry): entry is [string, Store] => isStore(entry[1]));
const stores = Object.fromEntries(exported);
const ofMember = exported.filter(([name]) => !(name in staying));

const files = Object.entries(sources).map(([path, text]) => [path.replace('./', ''), text] as const);
const filesWith = (pattern: RegExp) => files.filter(([, text]) => pattern.test(text)).map(([file]) => file);

let filled = 0;
/** Something else than what a store begins with. */
function another(value: unknown): unknown {
  const name = `another ${++filled}`;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + filled;
  if (Array.isArray(value)) return [{ id: name }];
  if (value instanceof Map) return new Map([[name, {}]]);
  if (value instanceof Set) return new Set([name]);
  return typeof value === 'object' && value !== null ? { [name]: {} } : name;
}

const without = (state: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(state).filter(([name]) => !names.includes(name)));

beforeEach(() => {
  vi.useFakeTimers();
  startSession('t', me);
});

it('knows every store', () => {
  expect(Object.keys(staying).filter((name) => !(name in stores))).toEqual([]);
  expect(ofMember.length).toBeGreaterThan(15);
});

it('has a plain store only where it stays', () => {
  const plain = Object.entries(modules)
    .filter(([, module]) => Object.keys(module).some((name) => name in staying))
    .map(([path]) => path.replace('./', ''));
  // Those of forms wait for the same member (writing.ts).
  const makers = ['session/formDraft.ts', 'session/memberStore.ts'];
  expect(filesWith(/from 'zustand'/).sort()).toEqual([...plain, ...makers].sort());
});

it.each(ofMember)('begins %s anew when the session ends', (_, store) => {
  const initial = store.getInitialState();
  store.setState(Object.fromEntries(Object.entries(initial).map(([name, value]) => [name, another(value)])));
  for (const [name, value] of Object.entries(store.getState())) expect(value).not.toEqual(initial[name]);
  endSession();
  expect(without(store.getState(), counts)).toEqual(without(initial, counts));
});

it('has a reset in every file that keeps something beside a store', () => {
  const keeping = filesWith(/^(let |const \w+ = new (Set|Map)\b)/m);
  const resetting = filesWith(
    /^onSessionEnd\(|createMemberStore(<[^>]*>)?\([^;]*,\s*\w+,?\s*(\/\/.*\n)?\);/m,
  );
  expect(keeping.filter((file) => !resetting.includes(file)).sort()).toEqual(Object.keys(untouched).sort());
});

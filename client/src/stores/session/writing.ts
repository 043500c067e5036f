// Whose unsent words this tab holds. They outlive a session that ends by itself, and are
// forgotten when the member signs out or another member signs in.
import { useSession } from './session';
import { readTabItem, tabKeys, writeTabItem } from './tabStorage';

/** What each kind of words is stored under, or what its keys begin with. */
export const wordsUnder = {
  drafts: 'chat_drafts',
  outgoing: 'chat_outgoing',
  campaign: 'campaign_draft',
} as const;

const ownerUnder = 'words_of';
const forgetting = new Set<() => void>();

let owner = readTabItem(ownerUnder);

function belongTo(member: string | null) {
  owner = member;
  writeTabItem(ownerUnder, member);
}

// A store is loaded with its first screen: what none has read yet is forgotten, too.
function forgetAll() {
  for (const prefix of Object.values(wordsUnder)) for (const key of tabKeys(prefix)) writeTabItem(key, null);
  for (const forget of forgetting) forget();
}

/** Has `forget` called when what was written is not the signed-in member's. */
export function forgetWithMember(forget: () => void) {
  forgetting.add(forget);
  followMember();
}

let following = false;

/** Forgets the words with their member from now on; a second time changes nothing. */
export function followMember() {
  if (following) return;
  following = true;
  const first = useSession.getState().user?.id;
  if (first !== undefined && first !== owner) {
    if (owner !== null) forgetAll();
    belongTo(first);
  }
  useSession.subscribe((now, before) => {
    const signedOut = now.signOuts !== before.signOuts;
    const other = now.user !== null && owner !== null && now.user.id !== owner;
    if (signedOut || other) forgetAll();
    if (signedOut && !now.user) belongTo(null);
    else if (now.user && now.user.id !== owner) belongTo(now.user.id);
  });
}

// The owner of the unsent texts of this tab. The texts outlive a session that expires. They
// are deleted when the member signs out or another member signs in.
import { useSession } from './session';
import { readTabItem, tabKeys, writeTabItem } from './tabStorage';

/** The storage key of each kind of text, or the prefix of its keys. */
export const wordsUnder = {
  drafts: 'chat_drafts',
  edits: 'chat_edits',
  changes: 'chat_changes',
  outgoing: 'chat_outgoing',
  campaign: 'campaign_draft',
  community: 'community_draft',
  badge: 'badge_draft',
  bio: 'bio_draft',
  name: 'name_draft',
  tag: 'tag_draft',
  contribution: 'contribution_draft',
  serverCost: 'server_cost_draft',
  emergency: 'emergency_draft',
  report: 'report_draft',
  roomSettings: 'room_settings_draft',
  desk: 'desk_drafts',
  userPages: 'desk_users',
} as const;

const ownerUnder = 'words_of';
const forgetting = new Set<() => void>();

let owner = readTabItem(ownerUnder);

function belongTo(member: string | null) {
  owner = member;
  writeTabItem(ownerUnder, member);
}

// A store is loaded with its first screen: stored texts that none has read are deleted too.
function forgetAll() {
  for (const prefix of Object.values(wordsUnder)) for (const key of tabKeys(prefix)) writeTabItem(key, null);
  for (const forget of forgetting) forget();
}

/** Registers `forget`, called when the texts are not the signed-in member's. */
export function forgetWithMember(forget: () => void) {
  forgetting.add(forget);
  followMember();
}

let following = false;

/** Begins to delete the texts with their member; a second call changes nothing. */
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

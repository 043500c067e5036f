// Whose unsent words this tab holds. They outlive a session that ends by itself, and are
// forgotten when the member signs out or another member signs in.
import { useSession } from './session';
import { keepTabItem, tabItem } from './tabStorage';

const storedUnder = 'words_of';
const forgetting = new Set<() => void>();

let owner = tabItem(storedUnder);
/** The stored words are another member's than the one who is signed in. */
let foreign = false;

function belongTo(member: string | null) {
  owner = member;
  keepTabItem(storedUnder, member);
}

function forgetAll() {
  for (const forget of forgetting) forget();
}

/** Has `forget` called when what was written is not the signed-in member's. */
export function forgetWithMember(forget: () => void) {
  forgetting.add(forget);
  if (foreign) forget();
}

useSession.subscribe((now, before) => {
  const signedOut = now.signOuts !== before.signOuts;
  const other = now.user !== null && owner !== null && now.user.id !== owner;
  if (signedOut || other) forgetAll();
  if (signedOut && !now.user) belongTo(null);
  else if (now.user && now.user.id !== owner) belongTo(now.user.id);
});

const first = useSession.getState().user?.id;
if (first !== undefined && first !== owner) {
  foreign = owner !== null;
  belongTo(first);
}

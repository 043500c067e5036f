// Asks for the second factor when a call was refused for want of it, and makes the call again.
// The dialog stands in a tree of its own: any call can need it, whatever is on the screen.

import { createRoot } from 'react-dom/client';
import type { ApiError } from '@/net/api';
import { paths } from '@/rules/paths';
import { useActivity } from '@/stores/desk/activity';
import { writeDeviceItem } from '@/stores/session/deviceStorage';
import { onSessionEnd } from '@/stores/session/memberStore';

/** Calls that are refused together share one dialog. */
let asking: Promise<boolean> | null = null;
/** It was declined outside the back office, where only a few calls need it, some by themselves. */
let declined = false;

const again = 'second_factor_again';
/** Written when it was proven in a tab: the session is that of all tabs, and their questions end. */
const provenKey = 'second_factor_proven';
const inBackOffice = () => window.location.pathname.startsWith(paths.admin);

/** Makes a refused call again once the factor was proven; fails as it did when it was not. */
export async function ask<Reply>(failure: ApiError, call: () => Promise<Reply>): Promise<Reply> {
  const always = failure.code === again || inBackOffice();
  if (declined && !always && !asking) throw failure;
  asking ??= show(failure.code).finally(() => {
    asking = null;
  });
  if (!(await asking)) throw failure;
  return call();
}

async function show(code: string): Promise<boolean> {
  const Dialog =
    code === 'second_factor_missing'
      ? (await import('./SetUpDialog')).SetUpRequired
      : (await import('./ProveDialog')).ProveDialog;
  return new Promise((resolve) => {
    const place = document.body.appendChild(document.createElement('div'));
    const root = createRoot(place);
    const close = (proven: boolean) => {
      stop();
      window.removeEventListener('storage', followOtherTab);
      root.unmount();
      place.remove();
      declined = !proven && code !== again;
      resolve(proven);
    };
    const end = (proven: boolean) => {
      close(proven);
      if (proven) watchAgain();
      // Nothing of the back office answers without it, and its screens would ask again.
      else if (code !== again && inBackOffice()) window.location.assign(paths.dashboard);
    };
    const done = () => {
      writeDeviceItem(provenKey, String(Date.now()));
      end(true);
    };
    const followOtherTab = ({ key, newValue }: StorageEvent) =>
      key === provenKey && newValue !== null && end(true);
    window.addEventListener('storage', followOtherTab);
    // The page stays: a fresh one would not say that the session has ended.
    const stop = onSessionEnd(() => {
      close(false);
      declined = false;
    });
    root.render(<Dialog again={code === again} onClose={() => end(false)} onDone={done} />);
  });
}

/** The socket was refused what an administrator watches, and asks for it again. */
function watchAgain() {
  useActivity.setState(({ filter }) => ({ filter: filter && { ...filter } }));
}

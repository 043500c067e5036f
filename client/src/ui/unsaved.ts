// Something typed or chosen in a dialog that closing it would throw away. The part that
// holds it says so; the dialog asks before it closes, and before what else would lose it.
import { createContext, useContext, useId, useLayoutEffect } from 'react';

interface Unsaved {
  report: (part: string, unsaved: boolean) => void;
  leave: (go: () => void) => void;
}

export const UnsavedContext = createContext<Unsaved>({ report: () => {}, leave: (go) => go() });

/**
 * Has the dialog around it ask before it closes, as long as `unsaved` is true. A form of a page
 * keeps what is typed instead, as a draft of the tab (stores/session/formDraft.ts).
 */
export function useUnsaved(unsaved: boolean) {
  const part = useId();
  const { report } = useContext(UnsavedContext);
  // Before the browser does anything else: an Escape that follows a letter at once finds the
  // dialog asking, on a slow machine too.
  useLayoutEffect(() => {
    if (!unsaved) return;
    report(part, true);
    return () => report(part, false);
  }, [part, report, unsaved]);
}

/** Does what would lose what is unsaved in the dialog around it, once that was asked. */
export const useLeave = () => useContext(UnsavedContext).leave;

let asked = false;

/** Takes a step back in the history that is no press of the back button: nothing closes or asks. */
export async function withoutAsking(back: () => void | Promise<void>) {
  asked = true;
  try {
    await back();
  } finally {
    asked = false;
  }
}

/** Whether a step back is one that nothing need ask about. */
export const wasAsked = () => asked;

// Something typed or chosen in a dialog that closing it would throw away. The part that
// holds it says so; the dialog asks before it closes.
import { createContext, useContext, useId, useLayoutEffect } from 'react';

export const UnsavedContext = createContext<(part: string, unsaved: boolean) => void>(() => {});

/** Has the dialog around it ask before it closes, as long as `unsaved` is true. */
export function useUnsaved(unsaved: boolean) {
  const part = useId();
  const report = useContext(UnsavedContext);
  // Before the browser does anything else: an Escape that follows a letter at once finds the
  // dialog asking, on a slow machine too.
  useLayoutEffect(() => {
    if (!unsaved) return;
    report(part, true);
    return () => report(part, false);
  }, [part, report, unsaved]);
}

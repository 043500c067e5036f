// The browser's back button while something in a dialog is not saved.
import { useContext, useEffect, useId } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext } from 'react-router';
import { wasAsked } from './unsaved';

/** What happens to a step that waits for an answer. */
export interface Leaving {
  go: () => void;
  stay?: () => void;
}

/** Where a step leads. */
export interface Address {
  pathname: string;
  search: string;
}

export interface BackQuestionProps {
  ask: (leaving: Leaving) => void;
  /** Addresses at which nothing is lost. */
  staysAt: ((address: Address) => boolean) | undefined;
}

/**
 * Holds back a step through the history, and has it asked about. The makers' own pages and
 * tests have no router. useBlocker would be in the first file of every page.
 */
export function BackQuestion({ ask, staysAt }: BackQuestionProps) {
  const router = useContext(DataRouterContext)?.router;
  const key = useId();
  useEffect(() => {
    if (!router) return;
    router.getBlocker(
      key,
      ({ historyAction, nextLocation }) => historyAction === 'POP' && !wasAsked() && !staysAt?.(nextLocation),
    );
    const stop = router.subscribe(({ blockers }) => {
      const blocker = blockers.get(key);
      if (blocker?.state === 'blocked') ask({ go: blocker.proceed, stay: blocker.reset });
    });
    return () => {
      stop();
      router.deleteBlocker(key);
    };
  }, [router, key, ask, staysAt]);
  return null;
}

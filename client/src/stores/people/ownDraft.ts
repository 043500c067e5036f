// What is being written on one's rank page, stored for this tab and this member; null while
// nothing is. The page is loaded without the store of forms.
import { useState } from 'react';
import { useSession } from '@/stores/session/session';
import { readTabItem, writeTabItem } from '@/stores/session/tabStorage';
import { wordsUnder } from '@/stores/session/writing';

export function useOwnDraft(field: 'bio' | 'tag') {
  const [member] = useState(() => useSession.getState().user?.id);
  const [draft, setDraft] = useState(() => readTabItem(wordsUnder[field]));
  function write(next: string | null) {
    setDraft(next);
    writeTabItem(wordsUnder[field], next);
  }
  /** Keeps what could not be stored after the page was left, unless something else is written. */
  function restore(lost: string) {
    const same = useSession.getState().user?.id === member;
    if (same && readTabItem(wordsUnder[field]) === null) writeTabItem(wordsUnder[field], lost);
  }
  return [draft, write, restore] as const;
}

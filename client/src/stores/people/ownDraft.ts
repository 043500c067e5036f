// What is being written on one's rank page, stored for this tab and this member; null while
// nothing is. The page is loaded without the store of forms.
import { useState } from 'react';
import { readTabItem, writeTabItem } from '@/stores/session/tabStorage';
import { wordsUnder } from '@/stores/session/writing';

export function useOwnDraft(field: 'bio' | 'tag') {
  const [draft, setDraft] = useState(() => readTabItem(wordsUnder[field]));
  function write(next: string | null) {
    setDraft(next);
    writeTabItem(wordsUnder[field], next);
  }
  return [draft, write] as const;
}

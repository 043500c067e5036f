// Puts something into the text at the caret, and the caret after it.
import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import { draft, draftOf, useDrafts } from '@/stores/room/drafts';

export function useInsert(field: RefObject<HTMLTextAreaElement | null>, roomId: string, text: string) {
  const caret = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the new text is in the field
  useLayoutEffect(() => {
    if (caret.current === null) return;
    field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  }, [text]);
  return useCallback(
    (words: string, focus = true) => {
      const area = field.current;
      if (!area) return;
      const now = draftOf(roomId)(useDrafts.getState()).text;
      const { selectionStart: from, selectionEnd: to } = area;
      caret.current = from + words.length;
      draft(roomId, { text: now.slice(0, from) + words + now.slice(to) });
      if (focus) area.focus();
    },
    [field, roomId],
  );
}

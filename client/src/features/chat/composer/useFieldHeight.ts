// Makes the field as high as its text where the browser does not do it by itself
// (field-sizing in the style sheet): measuring lays the whole room out anew.
import { type RefObject, useLayoutEffect } from 'react';

const sizesItself = typeof CSS !== 'undefined' && CSS.supports?.('field-sizing', 'content') === true;

export function useFieldHeight(field: RefObject<HTMLTextAreaElement | null>, text: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: every text has its own height
  useLayoutEffect(() => {
    const area = field.current;
    if (!area || sizesItself) return;
    area.style.height = 'auto';
    area.style.height = `${area.scrollHeight}px`;
  }, [field, text]);
}

// Fields that are written in capitals. The caret stays where it is, and a character that is
// being composed is left alone until it is there.
import type { ChangeEvent, CompositionEvent } from 'react';

type Written = HTMLInputElement | HTMLTextAreaElement;

/** The handlers of a field whose text is stored in capitals. */
export function inCapitals(set: (text: string) => void) {
  function raise(field: Written) {
    const capitals = field.value.toUpperCase();
    if (capitals !== field.value) {
      const caret = field.value.slice(0, field.selectionStart ?? undefined).toUpperCase().length;
      field.value = capitals;
      field.setSelectionRange(caret, caret);
    }
    set(capitals);
  }
  return {
    autoCapitalize: 'characters',
    onChange: ({ target, nativeEvent }: ChangeEvent<Written>) => {
      if ('isComposing' in nativeEvent && nativeEvent.isComposing === true) set(target.value);
      else raise(target);
    },
    onCompositionEnd: ({ currentTarget }: CompositionEvent<Written>) => raise(currentTarget),
  };
}

// Texts with elements in them, as a link or a number in bold.
import { createElement, Fragment, type ReactElement, type ReactNode } from 'react';

// Private characters of Unicode: no text and no name has them.
const [begins, ends] = ['\ue000', '\ue001'];

/** A text whose values may be elements; each is drawn where the language has it. */
export function rich<Values extends Record<string, string | number>>(
  text: (values: Values) => string,
  values: { readonly [Name in keyof Values]: Values[Name] | ReactElement },
): ReactNode {
  const elements: ReactElement[] = [];
  const marked = Object.entries(values).map(([name, value]) => {
    if (typeof value !== 'object') return [name, value];
    elements.push(value);
    return [name, `${begins}${elements.length - 1}${ends}`];
  });
  const pieces = text(Object.fromEntries(marked)).split(/\ue000(\d+)\ue001/);
  // Every second piece is the number of an element.
  return createElement(
    Fragment,
    null,
    ...pieces.map((piece, index) => (index % 2 ? elements[Number(piece)] : piece)),
  );
}

// Whether the pointer or the focus is in an element: what only then is of use
// need not be there before.
import { type FocusEvent, type PointerEvent, useState } from 'react';

/** `near`, and the handlers that set it. A finger is never near: it has the long press. */
export function useNear() {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  return {
    near: hovered || focused,
    handlers: {
      onPointerEnter: (event: PointerEvent) => setHovered(event.pointerType !== 'touch'),
      onPointerLeave: () => setHovered(false),
      onFocus: () => setFocused(true),
      onBlur: (event: FocusEvent) => setFocused(event.currentTarget.contains(event.relatedTarget)),
    },
  };
}

// The end of a list that has more: asks for it when it comes near the screen.
import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import { useOnScreen } from './useOnScreen';

interface EndOfListProps {
  as?: 'li' | 'div';
  className?: string;
  /** More is on its way: nothing is asked. */
  busy: boolean;
  onReach: () => void;
  children?: ReactNode;
}

export function EndOfList({ as: Tag = 'div', className, busy, onReach, children }: EndOfListProps) {
  const end = useRef<HTMLElement>(null);
  const shown = useOnScreen(end);
  const reach = useRef(onReach);
  reach.current = onReach;
  useEffect(() => {
    if (shown && !busy) reach.current();
  }, [shown, busy]);
  return (
    <Tag ref={end as Ref<never>} className={className}>
      {children}
    </Tag>
  );
}

// One of several things over the whole screen, and the way to the others: arrow
// keys, buttons, a swipe.
import { texts } from 'texts:parts/viewer';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react';
import { useBackCloses } from '@/ui/backCloses';
import { focusHeading } from '@/ui/focus';
import { IconButton } from '@/ui/IconButton';
import { dialogRef, keepForTopLayer } from '@/ui/topLayer';
import s from './Viewer.module.css';

interface ViewerProps {
  /** What it is, for screen readers. */
  label: string;
  /** Beside the position: from whom, or the file's name. */
  caption: ReactNode;
  /** Place of what is shown, from 0, and how many there are. */
  at: number;
  of: number;
  /** Says '1 / 1' of one alone, too. */
  single?: boolean;
  /** Buttons before the cross. */
  actions?: ReactNode;
  onStep: (step: number) => void;
  onClose: () => void;
  children: ReactNode;
}

export function Viewer(props: ViewerProps) {
  const { label, caption, at, of, single, actions, onStep, onClose, children } = props;
  // What had the focus when it was opened gets it back.
  const [opener] = useState(() => document.activeElement);
  useBackCloses(true, onClose);

  function onKeyDown(event: KeyboardEvent) {
    // Sliders and videos have arrow keys of their own.
    const own = event.target instanceof Element && event.target.closest('video, [role=slider]') !== null;
    const step = own ? undefined : { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onStep(step);
  }

  // A button that is off at the end lets the focus go, and the arrow keys with it.
  function press({ currentTarget }: MouseEvent<HTMLElement>, step: number, last: boolean) {
    if (last) currentTarget.closest<HTMLElement>('[role=dialog]')?.focus();
    onStep(step);
  }

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={s.veil} />
        <Dialog.Content
          ref={dialogRef}
          className={s.viewer}
          onInteractOutside={keepForTopLayer}
          aria-describedby={undefined}
          onKeyDown={onKeyDown}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
            else focusHeading();
          }}
        >
          <header className={s.head}>
            <Dialog.Title className={s.caption}>
              <span className="sr-only">{label}: </span>
              {caption}
            </Dialog.Title>
            {(of > 1 || single) && (
              <span className={`mono ${s.count}`} role="status">
                {at + 1} / {of}
              </span>
            )}
            {actions}
            <Dialog.Close asChild>
              <IconButton label={texts.close} icon={<X size={20} aria-hidden="true" />} />
            </Dialog.Close>
          </header>
          <div className={s.stage} key={at}>
            {children}
          </div>
          {of > 1 && (
            <>
              <IconButton
                className={s.previous}
                label={texts.previous}
                icon={<ChevronLeft size={24} aria-hidden="true" />}
                disabled={at === 0}
                onClick={(event) => press(event, -1, at === 1)}
              />
              <IconButton
                className={s.next}
                label={texts.next}
                icon={<ChevronRight size={24} aria-hidden="true" />}
                disabled={at === of - 1}
                onClick={(event) => press(event, 1, at === of - 2)}
              />
            </>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

// A question in the middle of the screen, also on phones: a title, a few
// words, one primary action. Focus is held inside and given back; Escape closes. When
// something in it is not saved, the ways out that are easily met by mistake ask once.
import { texts as unsavedTexts } from 'texts:ui';
import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { Button } from './Button';
import { type Address, useBackCloses } from './backCloses';
import { cx } from './cx';
import s from './dialog.module.css';
import { focusHeading } from './focus';
import { IconButton } from './IconButton';
import { dialogRef, keepForField, keepForTopLayer } from './topLayer';
import { UnsavedContext } from './unsaved';

export interface ModalProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** A sentence under the title. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the primary one last. */
  actions?: ReactNode;
  wide?: boolean | 'columns';
  /** Cannot be closed by Escape, a press outside, the cross or the back button; it has its own way out. */
  firm?: boolean;
  /**
   * Something in it would be lost: Escape, a press outside, the cross and the browser's back
   * button ask first. Parts deeper inside say so by useUnsaved.
   */
  unsaved?: boolean;
  /** Addresses at which it stays open: a step back to one neither closes it nor asks. */
  staysAt?: (address: Address) => boolean;
  /** What gets the focus when it closes, when that is not what had it before. */
  returnTo?: () => HTMLElement | null | undefined;
  /** Runs when it is closed and the focus is back. */
  afterClose?: () => void;
  /** Set by Sheet. */
  shape?: 'modal' | 'sheet';
}

export function Modal(props: ModalProps) {
  const { open, onOpenChange, title, description, children, actions, wide, firm, returnTo } = props;
  const { shape = 'modal', afterClose } = props;
  // Dialogs are opened by state, so radix does not know the button to give the
  // focus back to. It is noted before anything inside can take the focus.
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const [wasOpen, setWasOpen] = useState(false);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setOpener(openerOf(document.activeElement));
  }
  const [parts, setParts] = useState<readonly string[]>([]);
  const report = useCallback((part: string, unsaved: boolean) => {
    setParts((all) => (unsaved ? [...all, part] : all.filter((other) => other !== part)));
  }, []);
  const [leaving, setLeaving] = useState<{ go: () => void } | null>(null);
  const asks = props.unsaved || parts.length > 0;
  if (leaving && !(open && asks)) setLeaving(null);
  const unsaved = useMemo(
    () => ({ report, leave: (go: () => void) => (asks ? setLeaving({ go }) : go()) }),
    [report, asks],
  );
  function settle(leave: boolean) {
    setLeaving(null);
    if (leave) leaving?.go();
  }
  const close = () => unsaved.leave(() => onOpenChange(false));
  useBackCloses(open, () => firm || close(), props.staysAt);
  const stay = firm ? (event: Event) => event.preventDefault() : undefined;
  return (
    <Dialog.Root open={open} onOpenChange={(next) => (next ? onOpenChange(next) : close())}>
      <Dialog.Portal>
        <Dialog.Overlay className={s.veil} />
        <Dialog.Content
          ref={dialogRef}
          className={cx(
            s.panel,
            wide && s.wide,
            wide === 'columns' && s.columns,
            shape === 'sheet' ? s.sheet : 'bracketed',
          )}
          // The panel itself, unless something inside asked for focus: the first button
          // would be the cross. What is drawn over another dialog asks by data-autofocus:
          // that dialog takes back the focus that autoFocus gives.
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            const panel = event.currentTarget as HTMLElement;
            (panel.querySelector<HTMLElement>('[data-autofocus]') ?? panel).focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            giveBack(event.currentTarget, [returnTo?.(), opener]);
            afterClose?.();
          }}
          onEscapeKeyDown={stay ?? keepForField}
          onPointerDownOutside={stay}
          onInteractOutside={stay ?? keepForTopLayer}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          {shape === 'sheet' && <span className={s.grip} aria-hidden="true" />}
          <div className={s.scroll}>
            <header className={s.head}>
              <div className={s.titles}>
                <Dialog.Title className={s.title}>{title}</Dialog.Title>
                {description && (
                  <Dialog.Description className={s.description}>{description}</Dialog.Description>
                )}
              </div>
              {!firm && (
                <Dialog.Close asChild>
                  <IconButton label={unsavedTexts.close} icon={<X size={20} aria-hidden="true" />} />
                </Dialog.Close>
              )}
            </header>
            <UnsavedContext value={unsaved}>
              {children && <div className={s.body}>{children}</div>}
              {actions && <footer className={s.actions}>{actions}</footer>}
            </UnsavedContext>
          </div>
          {asks && (
            <Modal
              open={leaving !== null}
              onOpenChange={() => settle(false)}
              title={unsavedTexts.title}
              description={unsavedTexts.text}
              actions={
                <>
                  <Button variant="danger" onClick={() => settle(true)}>
                    {unsavedTexts.leave}
                  </Button>
                  <Button variant="primary" onClick={() => settle(false)}>
                    {unsavedTexts.stay}
                  </Button>
                </>
              }
            />
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/**
 * Gives the focus of a closed panel to the first of `targets` that is still there. This
 * runs a moment after the panel has gone: a dialog that opened meanwhile keeps the focus,
 * and succeeds to where it goes afterwards.
 */
function giveBack(panel: EventTarget | null, targets: (HTMLElement | null | undefined)[]) {
  const inherited = panel instanceof Element ? successors.get(panel) : undefined;
  const target = [...targets, inherited].find((one) => one?.isConnected);
  const { activeElement } = document;
  const successor = activeElement?.closest('[role="dialog"]');
  if (successor) {
    if (target) successors.set(successor, target);
  } else if (target) {
    target.focus();
  } else if (!activeElement || activeElement === document.body) {
    focusHeading();
  }
}
const successors = new WeakMap<Element, HTMLElement>();

/** What had the focus; for an item of a menu that closes meanwhile, the menu's button. */
function openerOf(active: Element | null): HTMLElement | null {
  const button = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const found = button ? document.getElementById(button) : active;
  return found instanceof HTMLElement && found !== document.body ? found : null;
}

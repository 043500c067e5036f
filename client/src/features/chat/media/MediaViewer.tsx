// One picture, video or voice message over the whole screen, and the way to the
// others: arrow keys, buttons, a swipe. Pictures can be enlarged.
import { ChevronLeft, ChevronRight, Download, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type KeyboardEvent, useState } from 'react';
import { fullTime } from '@/rules/time';
import { useChat } from '@/stores/chat';
import { moveViewer, useViewer, type ViewerItem } from '@/stores/viewer';
import { focusHeading } from '@/ui/focus';
import { IconButton } from '@/ui/IconButton';
import s from './MediaViewer.module.css';
import { saveMedia } from './save';
import { mediaTexts } from './texts';
import { ViewedPicture, ViewedVideo, ViewedVoice } from './Viewed';

export default function MediaViewer({ onClose }: { onClose: () => void }) {
  const { items, at } = useViewer();
  // What had the focus when it was opened gets it back.
  const [opener] = useState(() => document.activeElement);
  const item = items?.[at];
  const deleted = useChat((chat) =>
    chat.messages.some((m) => m.id === item?.messageId && m.deleted_at !== null),
  );
  if (!items || !item) return null;

  function onKeyDown(event: KeyboardEvent) {
    // Sliders and videos have arrow keys of their own.
    const own = event.target instanceof Element && event.target.closest('video, [role=slider]') !== null;
    const step = own ? undefined : { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    moveViewer(step);
  }

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={s.veil} />
        <Dialog.Content
          className={s.viewer}
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
              <span className="sr-only">{mediaTexts.viewer}: </span>
              <span className={s.who}>{item.username}</span>
              <span className={s.when}>{fullTime(Date.parse(item.createdAt))}</span>
            </Dialog.Title>
            {items.length > 1 && (
              <span className={`mono ${s.count}`} role="status">
                {at + 1} / {items.length}
              </span>
            )}
            <IconButton
              label={mediaTexts.save}
              icon={<Download size={20} aria-hidden="true" />}
              disabled={deleted}
              onClick={() => void saveMedia(item.messageId)}
            />
            <Dialog.Close asChild>
              <IconButton label={mediaTexts.close} icon={<X size={20} aria-hidden="true" />} />
            </Dialog.Close>
          </header>
          <div className={s.stage} key={item.messageId}>
            {deleted ? (
              <p className={s.gone}>{mediaTexts.deleted}</p>
            ) : (
              <Shown item={item} onClose={onClose} />
            )}
          </div>
          {items.length > 1 && (
            <>
              <IconButton
                className={s.previous}
                label={mediaTexts.previous}
                icon={<ChevronLeft size={24} aria-hidden="true" />}
                disabled={at === 0}
                onClick={() => moveViewer(-1)}
              />
              <IconButton
                className={s.next}
                label={mediaTexts.next}
                icon={<ChevronRight size={24} aria-hidden="true" />}
                disabled={at === items.length - 1}
                onClick={() => moveViewer(1)}
              />
            </>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Shown({ item, onClose }: { item: ViewerItem; onClose: () => void }) {
  if (item.kind === 'video') return <ViewedVideo item={item} />;
  if (item.kind === 'voice') return <ViewedVoice item={item} />;
  return (
    <ViewedPicture
      item={item}
      onNext={() => moveViewer(1)}
      onPrevious={() => moveViewer(-1)}
      onClose={onClose}
    />
  );
}

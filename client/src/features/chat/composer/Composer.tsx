// Where a message is written: grows to five lines, Enter sends, Shift+Enter
// breaks the connection.
import { SendHorizontal } from 'lucide-react';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { canSend, codePoints, messageMaxLength, messageRedAbove, messageTooLong } from '@/rules/message';
import { draft, draftOf, useDrafts } from '@/stores/drafts';
import { enqueue, enqueueMedia, useOutgoing } from '@/stores/outgoing';
import { useRoom } from '@/stores/room';
import { cx } from '@/ui/cx';
import s from './Composer.module.css';
import { ReplyBanner } from './ReplyBanner';
import { Tools } from './Tools';
import { useInsert } from './useInsert';
import { useTyping } from './useTyping';

interface ComposerProps {
  roomId: string;
  /** Of the room. */
  name: string;
  /** Whether the member may send files and voice messages. */
  mayUpload: boolean;
}

export function Composer({ roomId, name, mayUpload }: ComposerProps) {
  const { text, replyTo } = useDrafts(draftOf(roomId));
  // Once in the room the field stays open over a dropped connection: what is sent
  // then waits and goes when the connection is back.
  const usable = useRoom((room) => room.roomId === roomId && room.status === 'in');
  const wait = useSecondsLeft(useOutgoing((out) => out.waitUntil));
  const typing = useTyping(roomId);
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const insert = useInsert(field, roomId, text);
  const [offered, setOffered] = useState<File | null>(null);

  // Counted as it is sent.
  const length = codePoints(text.trim());
  const tooLong = length > messageMaxLength;
  const slowed = wait > 0;
  const sendable = usable && !slowed && canSend(text);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every text has its own height
  useLayoutEffect(() => {
    const area = field.current;
    if (!area) return;
    area.style.height = 'auto';
    area.style.height = `${area.scrollHeight}px`;
  }, [text]);

  // Choosing to reply means writing next.
  useEffect(() => {
    if (replyTo) field.current?.focus();
  }, [replyTo]);

  function send() {
    if (!sendable) return;
    enqueue('text', text.trim(), replyTo);
    draft(roomId, { text: '', replyTo: null });
    typing.stopped();
    field.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    // keyCode 229: some input methods end the composition before this Enter.
    const composing = event.nativeEvent.isComposing || event.keyCode === 229;
    // Enter and Escape of a composition are the input method's.
    if (composing) return;
    if (event.key === 'Escape' && replyTo) draft(roomId, { replyTo: null });
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    send();
  }

  // A copied picture; text that was copied with one is pasted as text.
  function onPaste(event: ClipboardEvent) {
    const { files, types } = event.clipboardData;
    const [file] = files;
    if (!file || !mayUpload || types.includes('text/plain')) return;
    event.preventDefault();
    setOffered(file);
  }

  const words = usable ? `Message ${name}` : 'Connecting...';
  return (
    <form
      className={s.composer}
      aria-label="Write a message"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {replyTo && <ReplyBanner target={replyTo} onCancel={() => draft(roomId, { replyTo: null })} />}
      <div
        className={s.bar}
        data-invalid={tooLong ? '' : undefined}
        data-uploads={mayUpload ? '' : undefined}
      >
        <textarea
          ref={field}
          className={s.field}
          rows={1}
          value={text}
          disabled={!usable}
          placeholder={words}
          aria-label="Message"
          aria-describedby={`${id}-left`}
          aria-invalid={tooLong || undefined}
          enterKeyHint="send"
          autoComplete="off"
          dir="auto"
          onChange={(event) => {
            draft(roomId, { text: event.target.value });
            if (event.target.value !== '') typing.typed();
          }}
          onBlur={typing.stopped}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <Tools
          roomId={roomId}
          disabled={!usable}
          mayUpload={mayUpload}
          offered={offered}
          onOffer={setOffered}
          onInsert={insert}
          onGif={(address) => {
            enqueue('gif', address, replyTo);
            draft(roomId, { replyTo: null });
          }}
          onMedia={(media) => {
            enqueueMedia(media, replyTo);
            draft(roomId, { replyTo: null });
          }}
        />
        <button type="submit" className={s.send} aria-label="Send" title="Send" disabled={!sendable}>
          <SendHorizontal size={20} aria-hidden="true" />
        </button>
      </div>
      <div className={s.below}>
        <p className={s.said} data-tone={tooLong ? 'alert' : undefined}>
          {slowed ? `Please wait a moment... ${wait}` : tooLong ? messageTooLong : ''}
        </p>
        {/* Announced once, not with every second. */}
        <p className="sr-only" role="status">
          {slowed ? 'Please wait a moment.' : tooLong ? messageTooLong : ''}
        </p>
        <p id={`${id}-left`} className={cx('mono', s.left, length > messageRedAbove && s.red)}>
          {text !== '' && (
            <>
              {messageMaxLength - length}
              <span className="sr-only"> characters left</span>
            </>
          )}
        </p>
      </div>
    </form>
  );
}

/** Whole seconds until a moment, counting down; 0 without one. */
function useSecondsLeft(until: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (until === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [until]);
  return until === null ? 0 : Math.max(1, Math.ceil((until - now) / 1_000));
}

// Where a message is written: grows to five lines, Enter sends, Shift+Enter
// breaks the line.
import { texts } from 'texts:chat';
import { texts as rulesTexts } from 'texts:chat/rules';
import { Check, SendHorizontal } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { serverNow } from '@/net/serverClock';
import { canSend, messageMaxLength, messageRedAbove } from '@/rules/chat/message';
import { keyName } from '@/rules/keys';
import { codePoints } from '@/rules/text';
import { chosenFiles, draft, draftOf, useDrafts } from '@/stores/room/drafts';
import { cancelEdit, canEdit, startEdit, submitEdit } from '@/stores/room/editing';
import { enqueue, enqueueMedia, useOutgoing } from '@/stores/room/outgoing';
import { useRoom } from '@/stores/room/room';
import { useRoomLog } from '@/stores/roomlog/roomLog';
import { useSession } from '@/stores/session/session';
import { cx } from '@/ui/cx';
import { useToastsAbove } from '@/ui/useToastsAbove';
import { pastedFiles } from '../media/pastedFiles';
import s from './Composer.module.css';
import { EditBanner } from './EditBanner';
import { MentionList, optionId } from './MentionList';
import { ReplyBanner } from './ReplyBanner';
import { Tools } from './Tools';
import { useFieldHeight } from './useFieldHeight';
import { useInsert } from './useInsert';
import { useMentions } from './useMentions';
import { useSecondsLeft } from './useSecondsLeft';
import { useTyping } from './useTyping';

const lookedBack = 100; // messages, for one's own last

interface ComposerProps {
  roomId: string;
  /** Of the room. */
  name: string;
  /** Whether the member may send files and voice messages. */
  mayUpload: boolean;
  /** Whether the member keeps order here, and may name everybody. */
  moderates: boolean;
  /** Nobody but those may write now. */
  readOnly: boolean;
}

export function Composer({ roomId, name, mayUpload, moderates, readOnly }: ComposerProps) {
  const { text, replyTo, editing } = useDrafts(draftOf(roomId));
  // Once in the room the field stays open over a dropped connection: what is sent
  // then waits and goes when the connection is back.
  const usable = useRoom((room) => room.roomId === roomId && room.status === 'in') && !readOnly;
  const wait = useSecondsLeft(useOutgoing((out) => out.waitUntil));
  const slowMode = useOutgoing((out) => out.slowMode);
  const typing = useTyping(roomId);
  const field = useRef<HTMLTextAreaElement>(null);
  const form = useRef<HTMLFormElement>(null);
  useToastsAbove(form);
  const id = useId();
  const insert = useInsert(field, roomId, text);
  const mentions = useMentions({ field, roomId, text, mayNameAll: moderates });
  const [uploads, setUploads] = useState(chosenFiles.get(roomId) ?? []);
  useEffect(() => void chosenFiles.set(roomId, uploads), [roomId, uploads]);

  // Counted as it is sent.
  const length = codePoints(text.trim());
  const tooLong = length > messageMaxLength;
  const slowed = wait > 0;
  // A changed text is no new message: no pause holds it back.
  const sendable = usable && (!slowed || !!editing) && canSend(text);

  useFieldHeight(field, text);

  // Choosing to reply, or to edit, means writing next.
  const editingId = editing?.messageId;
  useEffect(() => {
    if (replyTo || editingId) field.current?.focus();
  }, [replyTo, editingId]);

  function send() {
    if (!sendable) return;
    mentions.close();
    if (editing) {
      submitEdit(roomId, text.trim());
      return;
    }
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
    if (mentions.onKey(event)) return;
    if (event.key === 'Escape' && editing) cancelEdit(roomId);
    else if (event.key === 'Escape' && replyTo) draft(roomId, { replyTo: null });
    if (event.key === 'ArrowUp' && text === '' && !editing) editLast(event);
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    send();
  }

  function editLast(event: KeyboardEvent) {
    const me = useSession.getState().user?.id ?? '';
    const last = useRoomLog
      .getState()
      .messages.slice(-lookedBack)
      .findLast((m) => canEdit(m, me, serverNow()));
    if (!last) return;
    event.preventDefault();
    startEdit(last);
  }

  function onPaste(event: ClipboardEvent) {
    const pasted = pastedFiles(event.clipboardData);
    if (pasted.length === 0 || !mayUpload) return;
    event.preventDefault();
    setUploads((all) => [...all, ...pasted]);
  }

  const words = readOnly ? texts.readOnly : usable ? texts.messageTo({ room: name }) : texts.connecting;
  const said = slowed
    ? slowMode
      ? texts.slowModeWords({ seconds: wait })
      : texts.waitWords({ seconds: wait })
    : tooLong
      ? rulesTexts.messageTooLong
      : '';
  return (
    <form
      ref={form}
      className={s.composer}
      aria-label={texts.write}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {editing && <EditBanner onCancel={() => cancelEdit(roomId)} />}
      {replyTo && <ReplyBanner target={replyTo} onCancel={() => draft(roomId, { replyTo: null })} />}
      <div
        className={s.bar}
        data-invalid={tooLong ? '' : undefined}
        data-uploads={mayUpload ? '' : undefined}
      >
        {mentions.names.length > 0 && (
          <MentionList
            id={`${id}-names`}
            names={mentions.names}
            active={mentions.active}
            onChoose={mentions.choose}
          />
        )}
        <textarea
          ref={field}
          className={s.field}
          rows={1}
          value={text}
          disabled={!usable}
          placeholder={words}
          aria-label={texts.message}
          aria-describedby={`${id}-left`}
          aria-autocomplete="list"
          aria-controls={mentions.names.length > 0 ? `${id}-names` : undefined}
          aria-activedescendant={
            mentions.names.length > 0 ? optionId(`${id}-names`, mentions.active) : undefined
          }
          aria-invalid={tooLong || undefined}
          enterKeyHint="send"
          autoComplete="off"
          dir="auto"
          onChange={(event) => {
            draft(roomId, { text: event.target.value });
            mentions.look(event.target.value, event.target.selectionStart);
            if (event.target.value !== '') typing.typed();
          }}
          onBlur={() => {
            typing.stopped();
            mentions.close();
          }}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <Tools
          roomId={roomId}
          disabled={!usable}
          mayUpload={mayUpload}
          files={uploads}
          onFiles={setUploads}
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
        <button
          type="submit"
          className={s.send}
          aria-label={editing ? texts.saveEdit : texts.send}
          title={editing ? texts.saveEdit : texts.send}
          disabled={!sendable}
        >
          {editing ? <Check size={20} aria-hidden="true" /> : <SendHorizontal size={20} aria-hidden="true" />}
        </button>
      </div>
      <div className={s.below}>
        <p className={s.said} data-tone={tooLong ? 'alert' : undefined}>
          {said}
        </p>
        {/* Announced once, not with every second. */}
        <p className="sr-only" role="status">
          {slowed
            ? texts.wait
            : tooLong
              ? rulesTexts.messageTooLong
              : texts.offeredWords({ count: mentions.names.length, enter: keyName('Enter') })}
        </p>
        <p id={`${id}-left`} className={cx('mono', s.left, length > messageRedAbove && s.red)}>
          {text !== '' && (
            <>
              {messageMaxLength - length}
              <span className="sr-only"> {texts.charactersLeft}</span>
            </>
          )}
        </p>
      </div>
    </form>
  );
}

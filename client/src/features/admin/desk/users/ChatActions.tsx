// Chat on and off, and bans that end by themselves.
import { texts } from 'texts:admin/desk/users';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, messageOf } from '@/net/api';
import { serverNow } from '@/net/serverClock';
import { formatDate } from '@/rules/format';
import { toast } from '@/stores/toast';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Field, FieldError } from '@/ui/Field';
import { Section } from '@/ui/Section';
import { Select } from '@/ui/Select';
import { useUnsaved } from '@/ui/unsaved';
import type { ChangeChatAccess, UserProfile } from '@/wire/bodies.gen';
import { ReasonField, reasonTooLong } from './ReasonField';
import s from './User.module.css';
import { banEnd, nameOf } from './user';
import { changeChat } from './userCalls';
import { type ChatDraft, useChatDraft } from './userDrafts';
import { banHours } from './userTexts';

const hourMs = 3_600_000;
const longestMs = 10 * 365 * 24 * hourMs;

interface Change {
  access: ChangeChatAccess;
  done: string;
}

const blank: ChatDraft = { reason: '', length: '24', date: '' };

export function ChatActions({ user }: { user: UserProfile }) {
  const [asking, setAsking] = useState<Change | null>(null);
  const [draft = blank, write] = useChatDraft(user.id);
  const { reason } = draft;
  const change = useMutation({
    mutationFn: ({ access }: Change) =>
      changeChat(user.id, { ...access, reason: reason.trim() || undefined }),
    onSuccess(_, { done }) {
      toast(done, { tone: 'clear' });
      setAsking(null);
      write(undefined);
    },
    onError(failure, tried) {
      if (failure instanceof ApiError && failure.code === 'confirm_admin') setAsking(tried);
    },
  });
  const refused =
    change.error && !(change.error instanceof ApiError && change.error.code === 'confirm_admin');
  const tooLong = reasonTooLong(reason);
  useUnsaved(reason.trim() !== '');
  const banned = banEnd(user);
  const open = user.chat_access_enabled && !banned;

  return (
    <Section title={texts.chat} level={3}>
      <p className={s.quiet}>
        {banned
          ? texts.bannedUntil({ when: formatDate(banned, 'full') })
          : user.chat_access_enabled
            ? texts.chatActive
            : texts.chatOff}
        . {texts.chatText}
      </p>
      <ReasonField
        label={texts.banReason}
        hint={texts.banReasonHint}
        className={s.reason}
        value={reason}
        onReason={(next) => write({ ...draft, reason: next })}
      />
      <div className={s.row}>
        {open ? (
          <Button
            variant="danger"
            busy={change.isPending}
            disabled={tooLong}
            onClick={() => change.mutate({ access: { enabled: false }, done: texts.chatDisabled })}
          >
            {texts.disableChat}
          </Button>
        ) : (
          <Button
            busy={change.isPending}
            disabled={tooLong}
            onClick={() => change.mutate({ access: { enabled: true }, done: texts.chatEnabled })}
          >
            {banned && user.chat_access_enabled ? texts.liftBan : texts.enableChat}
          </Button>
        )}
      </div>
      <Ban
        busy={change.isPending}
        disabled={tooLong}
        draft={draft}
        onChange={(over) => write({ ...draft, ...over })}
        onBan={(until) =>
          change.mutate({
            access: { enabled: user.chat_access_enabled, bannedUntil: until.toISOString() },
            done: texts.banned({ when: formatDate(until.getTime(), 'full') }),
          })
        }
      />
      <FieldError error={refused && !asking ? messageOf(change.error, texts.failedAct) : null} />
      <ConfirmDialog
        open={asking !== null}
        onClose={() => setAsking(null)}
        title={texts.confirmTitle({ name: nameOf(user) })}
        description={texts.confirmText}
        confirm={texts.confirmBan}
        busy={change.isPending}
        error={refused ? messageOf(change.error, texts.failedAct) : null}
        onConfirm={() => asking && change.mutate({ ...asking, access: { ...asking.access, confirm: true } })}
      />
    </Section>
  );
}

interface BanProps {
  busy: boolean;
  disabled: boolean;
  draft: ChatDraft;
  onChange: (over: Partial<ChatDraft>) => void;
  onBan: (until: Date) => void;
}

function Ban({ busy, disabled, draft: { length, date }, onChange, onBan }: BanProps) {
  const [wrong, setWrong] = useState(false);
  useUnsaved(length === 'date' && date !== '');

  function submit() {
    const until = length === 'date' ? new Date(date) : new Date(serverNow() + Number(length) * hourMs);
    const ahead = until.getTime() - serverNow();
    const ok = ahead > 0 && ahead <= longestMs;
    setWrong(!ok);
    if (ok) onBan(until);
  }

  return (
    <form
      className={s.ban}
      aria-label={texts.ban}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && !disabled) submit();
      }}
    >
      <h4 className="label">{texts.ban}</h4>
      <p className={s.quiet}>{texts.banText}</p>
      <div className={s.row}>
        <Select
          label={texts.banFor}
          options={banHours()}
          value={length}
          onChange={(next) => onChange({ length: next })}
        />
        {length === 'date' && (
          <Field
            label={texts.banDate}
            type="datetime-local"
            value={date}
            error={wrong ? texts.banWrong : null}
            onChange={(event) => onChange({ date: event.target.value })}
          />
        )}
        <Button type="submit" variant="danger" busy={busy} disabled={disabled}>
          {texts.banButton}
        </Button>
      </div>
    </form>
  );
}

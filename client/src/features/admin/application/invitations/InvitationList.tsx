// The invitations: how often each served, until when, and whom it brought.

import { texts } from 'texts:admin/application/invitations';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { messageOf } from '@/net/api';
import { serverNow } from '@/net/serverClock';
import { endInvitation, invitationsKey } from '@/queries/application/invitations';
import { detailValue } from '@/rules/details';
import { formatDate } from '@/rules/format';
import { toast } from '@/stores/toast';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import type { Invitation } from '@/wire/bodies.gen';
import s from './Invitations.module.css';

async function copyLink(code: string) {
  const link = `${window.location.origin}/apply?invitation=${encodeURIComponent(code)}`;
  try {
    await navigator.clipboard.writeText(link);
    toast(texts.copied, { tone: 'clear' });
  } catch {
    toast(`${texts.copyFailed}: ${link}`, { tone: 'alert' });
  }
}

/** What keeps an invitation from being used; null while nothing does. */
function over(invitation: Invitation): string | null {
  const { endedAt, expiresAt, used, uses } = invitation;
  if (endedAt || (expiresAt && Date.parse(expiresAt) <= serverNow())) return texts.ended;
  return used >= uses ? texts.usedUp : null;
}

interface InvitationListProps {
  invitations: readonly Invitation[];
  /** Opens an application that was brought. */
  onOpen: (application: string) => void;
}

export function InvitationList({ invitations, onOpen }: InvitationListProps) {
  const client = useQueryClient();
  const [ending, setEnding] = useState<Invitation | null>(null);
  const list = useRef<HTMLUListElement>(null);
  // The button goes with what it ended, a moment later than the question.
  const ended = useRef(false);
  const end = useMutation({
    mutationFn: endInvitation,
    onSuccess: () => {
      ended.current = true;
      setEnding(null);
    },
    onSettled: () => client.invalidateQueries({ queryKey: invitationsKey }),
  });

  return (
    <>
      <ul ref={list} className={s.list} tabIndex={-1}>
        {invitations.map((invitation) => {
          const state = over(invitation);
          return (
            <li key={invitation.id} className={s.row}>
              <div className={s.head}>
                <code className={s.code}>{invitation.code}</code>
                {state && <Badge>{state}</Badge>}
                {!state && (
                  <span className={s.actions}>
                    <Button size="small" onClick={() => void copyLink(invitation.code)}>
                      {texts.copy}
                    </Button>
                    <Button
                      size="small"
                      variant="ghost"
                      onClick={() => {
                        ended.current = false;
                        setEnding(invitation);
                      }}
                    >
                      {texts.end}
                    </Button>
                  </span>
                )}
              </div>
              <p className={s.facts}>
                {[
                  texts.used({ used: invitation.used, uses: invitation.uses }),
                  invitation.expiresAt && texts.until({ date: formatDate(invitation.expiresAt, 'full') }),
                  invitation.createdByName && texts.by({ name: invitation.createdByName }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
              {invitation.note && <p className={s.words}>{invitation.note}</p>}
              {invitation.brought.length > 0 && (
                <p className={s.brought}>
                  <span>{texts.brought}</span>
                  {invitation.brought.map(({ applicationId, number, status }) => (
                    <button
                      key={applicationId}
                      type="button"
                      className={s.link}
                      onClick={() => onOpen(applicationId)}
                    >
                      {number} ({detailValue('status', status)})
                    </button>
                  ))}
                </p>
              )}
            </li>
          );
        })}
      </ul>
      <ConfirmDialog
        open={ending !== null}
        onClose={() => {
          end.reset();
          setEnding(null);
        }}
        title={texts.endTitle({ code: ending?.code ?? '' })}
        description={texts.endText}
        confirm={texts.end}
        onConfirm={() => ending && end.mutate(ending.id)}
        busy={end.isPending}
        error={end.error ? messageOf(end.error, texts.endFailed) : null}
        returnTo={() => (ended.current ? list.current : null)}
      />
    </>
  );
}

// What happened, as a sentence with the people and the room that it names.
import { texts } from 'texts:admin/desk/activity';
import { texts as auditTexts } from 'texts:admin/desk/audit';
import type { ReactElement, ReactNode } from 'react';
import { rich } from '@/languages/rich';
import { textNamed } from '@/languages/texts';
import { formatDate, formatDollars } from '@/rules/format';
import { nameInWords } from '@/rules/storedName';
import type { ActivityItem } from '@/stores/desk/activity';

/** Those whom a sentence may name; a room or another member that is missing is not named. */
export interface Named {
  who: ReactElement;
  room: ReactElement | null;
  member: ReactElement | null;
}

/** A sentence of the feed; of a kind that this build does not know, its name. */
export function happened({ kind, detail }: Pick<ActivityItem, 'kind' | 'detail'>, named: Named): ReactNode {
  const sentences = texts.happened;
  const key = sentenceOf(kind, detail);
  const sentence = key in sentences ? sentences[key as keyof typeof sentences] : sentences.other;
  const { who, room, member } = named;
  return rich(sentence as (values: Record<string, string | number>) => string, {
    who,
    room: room ?? '',
    member: member ?? '',
    action: detail.action
      ? (textNamed(auditTexts.actionWords, detail.action) ?? nameInWords(detail.action))
      : nameInWords(kind),
    amount: formatDollars(Math.abs(detail.amount ?? 0)),
    points: detail.points ?? 0,
    reaction: detail.reaction ?? '',
    reason: textNamed(texts.reasons, detail.reason ?? '') ?? detail.reason ?? '',
    priority: textNamed(texts.priorities, detail.priority ?? '') ?? detail.priority ?? '',
    before: detail.before ?? '',
    after: detail.after ?? '',
    until: detail.until ? formatDate(detail.until, 'full') : '',
  });
}

/** What else stands behind the sentence: an administrator's act says nothing of its room and member. */
export const namesApart = (kind: string) => kind === 'admin_action';

function sentenceOf(kind: string, detail: ActivityItem['detail']): string {
  switch (kind) {
    case 'message':
      return ['image', 'video', 'voice', 'gif'].includes(detail.messageType ?? '')
        ? `message_${detail.messageType}`
        : kind;
    case 'message_deleted':
      return detail.member ? 'message_deleted_of' : kind;
    case 'check_in':
      return detail.points ? 'check_in_points' : kind;
    case 'payment':
      return detail.purpose === 'server_cost' ? 'payment_server_cost' : kind;
    case 'username_changed':
      return detail.before ? kind : 'username_taken';
    case 'ban':
      return detail.until ? 'ban_until' : kind;
    default:
      return kind;
  }
}

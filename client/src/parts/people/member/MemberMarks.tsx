// What is said of a member beside the name: the creator, a role, a contribution
// of late. The server says each, by id; a name never does.
import { texts } from 'texts:parts/people/member';
import { HeartHandshake, Shield, ShieldCheck, Star } from 'lucide-react';
import type { PersonRole } from '@/wire/bodies.gen';
import s from './Member.module.css';
import { useMember } from './useMember';

const roles = () =>
  ({
    creator: { words: texts.creator, Icon: Star },
    admin: { words: texts.administrator, Icon: ShieldCheck },
    moderator: { words: texts.moderator, Icon: Shield },
  }) as const;

interface MemberMarksProps {
  username: string;
  role?: PersonRole;
  /** Only the icons, for narrow places; the words are said. */
  compact?: boolean;
}

export function MemberMarks({ username, role = 'member', compact }: MemberMarksProps) {
  const contributor = useMember(username)?.is_recent_contributor === true;
  const mark = role === 'member' ? null : roles()[role];
  return (
    <>
      {mark && (
        <span className={s.role} data-role={role} data-compact={compact ? '' : undefined} title={mark.words}>
          <mark.Icon size={12} aria-hidden="true" />
          <span className={compact ? 'sr-only' : undefined}>{mark.words}</span>
        </span>
      )}
      {contributor && (
        <span className={s.contributor} title={texts.contributedLately}>
          <HeartHandshake size={compact ? 14 : 12} aria-hidden="true" />
          <span className={compact ? 'sr-only' : undefined}>{texts.contributed}</span>
        </span>
      )}
    </>
  );
}

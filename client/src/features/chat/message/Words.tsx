// A text with its links and mentions. A mention opens the profile; a code stays on
// one line.
import type { ReactNode } from 'react';
import { MemberName } from '@/parts/people/member/MemberButton';
import { segments } from '@/rules/chat/links';
import { everybody, mentionPieces } from '@/rules/chat/mentions';
import { codePieces } from '@/rules/chat/postedCodes';
import { usePresence } from '@/stores/room/presence';
import { useSession } from '@/stores/session/session';
import { cx } from '@/ui/cx';
import s from './Words.module.css';

interface WordsProps {
  text: string;
  /** The members whom the text names, as the server found them. */
  mentions?: readonly string[];
  /** The text has an @all that counts. */
  mentionsAll?: boolean;
  /** Whether Tab reaches what can be pressed in it. */
  reachable?: boolean;
}

export function Words({ text, mentions = [], mentionsAll = false, reachable = false }: WordsProps) {
  const named = mentions.length > 0 || mentionsAll;
  let at = 0;
  return (
    <p className={s.words} dir="auto">
      {segments(text).flatMap((piece) => {
        if (piece.href) {
          const key = at;
          at += piece.text.length;
          return (
            <a key={key} href={piece.href} target="_blank" rel="noopener noreferrer nofollow ugc">
              {piece.text}
            </a>
          );
        }
        if (!named) {
          const from = at;
          at += piece.text.length;
          return plain(piece.text, from);
        }
        return mentionPieces(piece.text).map(({ text: words, name }) => {
          const key = at;
          at += words.length;
          if (name === undefined || !isNamed(name, mentions, mentionsAll)) return plain(words, key);
          if (name === everybody)
            return (
              <strong key={key} className={cx(s.mention, s.own)}>
                {words}
              </strong>
            );
          return (
            <MemberName
              key={key}
              username={name}
              className={cx(s.mention, name === myName() && s.own)}
              tabIndex={reachable ? 0 : -1}
            >
              {words}
            </MemberName>
          );
        });
      })}
    </p>
  );
}

/** Words without links and mentions, which begin at `from` of the text. */
function plain(words: string, from: number): ReactNode {
  const pieces = codePieces(words);
  if (pieces.length === 1) return words;
  let at = from;
  return pieces.map((piece, i) => {
    const key = at;
    at += piece.length;
    return i % 2 === 0 ? (
      piece
    ) : (
      <span key={key} className={s.code}>
        {piece}
      </span>
    );
  });
}

const myName = () => useSession.getState().user?.username?.toLowerCase();

// The server says whom a text names by id. A name that is known here to be
// somebody else's is only text.
function isNamed(name: string, mentions: readonly string[], mentionsAll: boolean): boolean {
  if (name === everybody) return mentionsAll;
  if (mentions.length === 0) return false;
  if (name === myName()) return mentions.includes(useSession.getState().user?.id ?? '');
  for (const person of usePresence.getState().people.values())
    if (person.username.toLowerCase() === name) return mentions.includes(person.userId);
  return true;
}

// One message that was found: who, where, when, and the words around what was
// searched for.
import { memo } from 'react';
import { serverNow } from '@/net/serverClock';
import { MemberAvatar } from '@/parts/people/member/MemberAvatar';
import { snippetPieces } from '@/rules/chat/search';
import { fullTime, relativeTime } from '@/rules/time';
import type { SearchResult } from '@/wire/bodies.gen';
import { messageWords } from '../message/MessageContent';
import s from './SearchPanel.module.css';

interface ResultRowProps {
  result: SearchResult;
  query: string;
  showRoom: boolean;
  onChoose: (result: SearchResult) => void;
}

export const ResultRow = memo(function ResultRow({ result, query, showRoom, onChoose }: ResultRowProps) {
  const { message, roomName } = result;
  const at = Date.parse(message.created_at);
  const snippet = result.snippet || messageWords(message);
  let offset = 0;
  return (
    <li>
      <button type="button" className={s.result} onClick={() => onChoose(result)}>
        <MemberAvatar username={message.username} />
        <span className={s.facts}>
          <span className={s.name}>{message.username}</span>
          {showRoom && <span className={s.room}>{roomName}</span>}
          <time className={s.time} dateTime={message.created_at} title={fullTime(at)}>
            {relativeTime(at, serverNow())}
          </time>
        </span>
        <span className={s.snippet} dir="auto">
          {snippetPieces(snippet, query).map(({ text, found }) => {
            const key = offset;
            offset += text.length;
            return found ? <mark key={key}>{text}</mark> : text;
          })}
        </span>
      </button>
    </li>
  );
});

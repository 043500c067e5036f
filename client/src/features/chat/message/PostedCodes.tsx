// The decrypt codes that an administrator's message shows: how long until one opens,
// and the way to open it.
import { texts } from 'texts:chat';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Timer } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { postedCodesQuery } from '@/queries/encrypted';
import { timeLeft } from '@/rules/encrypted';
import { paths } from '@/rules/paths';
import { Link } from '@/ui/Link';
import { useOnScreen } from '@/ui/useOnScreen';
import { useSecondsUntil } from '@/ui/useSecondsUntil';
import type { PostedCode } from '@/wire/bodies.gen';
import s from './PostedCodes.module.css';

interface PostedCodesProps {
  messageId: string;
  reachable: boolean;
}

export default function PostedCodes({ messageId, reachable }: PostedCodesProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const shown = useOnScreen(place);
  const { data } = useQuery({ ...postedCodesQuery(messageId), enabled: shown });
  return (
    <div ref={place} className={s.codes}>
      {data?.codes.map((code) => (
        <Code key={code.code} posted={code} clockAhead={data.clockAhead} reachable={reachable} />
      ))}
    </div>
  );
}

interface CodeProps {
  posted: PostedCode;
  clockAhead: number;
  reachable: boolean;
}

function Code({ posted: { code, opensAt }, clockAhead, reachable }: CodeProps) {
  const left = useSecondsUntil(opensAt ?? undefined, clockAhead);
  if (left > 0) {
    return (
      <p className={s.code}>
        <Timer size={16} aria-hidden="true" />
        <span className="mono">{code}</span>
        <span className={s.left}>
          {texts.codeOpensIn} <span className="mono">{timeLeft(left)}</span>
        </span>
      </p>
    );
  }
  return (
    // The code goes along in the page's state: addresses are kept and passed on.
    <Link to={paths.decrypt} state={{ code }} className={s.code} data-open tabIndex={reachable ? 0 : -1}>
      <KeyRound size={16} aria-hidden="true" />
      <span className="mono">{code}</span>
      <span className={s.left}>{texts.codeOpen}</span>
    </Link>
  );
}

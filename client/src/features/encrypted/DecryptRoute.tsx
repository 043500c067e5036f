// The decrypt page: a code is typed, opens like a seal, and shows what it holds.

import { texts } from 'texts:encrypted';
import { texts as decryptTexts } from 'texts:encrypted/rules';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { History as HistoryIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { ApiError, messageOf } from '@/net/api';
import { decrypt, decryptHistoryQuery } from '@/queries/encrypted';
import { useAttempt } from '@/queries/useAttempt';
import { codeReady, typedCode } from '@/rules/encrypted';
import { paths } from '@/rules/paths';
import { Button } from '@/ui/Button';
import { Page } from '@/ui/Page';
import { DecryptCodeForm } from './DecryptCodeForm';
import { DecryptHistory } from './DecryptHistory';
import s from './DecryptRoute.module.css';
import { Opened } from './Opened';
import { useEffectChoice } from './useEffectChoice';

/** A code that another screen has handed over: never in the address. */
const handedOver = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'code' in state && typeof state.code === 'string'
    ? typedCode(state.code)
    : '';

/** The server's sentence, or the one for a refusal or for a call that failed. */
const faultOf = (failure: unknown) =>
  messageOf(
    failure,
    failure instanceof ApiError && failure.status >= 200 && failure.status < 500
      ? decryptTexts.invalid
      : decryptTexts.failed,
  );

export function Component() {
  const client = useQueryClient();
  const location = useLocation();
  const field = useRef<HTMLInputElement>(null);
  // No draft: a code is a secret, and what a tab stores the browser writes to the device's disk.
  const [code, setCode] = useState(() => handedOver(location.state));
  const [fault, setFault] = useState<string | null>(null);
  const [historyOpen, setHistoryOpen] = useState(false);
  const effect = useEffectChoice();
  const history = useInfiniteQuery(decryptHistoryQuery);
  // A code that got no answer is sent again under the same key: one view.
  const send = useAttempt(decrypt);

  const open = useMutation({
    mutationFn: async (typed: string) => {
      const began = Date.now();
      const result = await send(typed);
      await effect.hold(began);
      return result;
    },
    onSuccess: () => client.invalidateQueries({ queryKey: decryptHistoryQuery.queryKey }),
  });

  const result = open.data;
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !result) field.current?.focus();
    wasOpen.current = result !== undefined;
  }, [result]);

  function submit() {
    if (open.isPending) return;
    if (!codeReady(code)) {
      open.reset();
      return setFault(decryptTexts.form);
    }
    setFault(null);
    open.mutate(code);
  }

  function change(next: string) {
    setCode(next);
    setFault(null);
    if (open.error) open.reset();
  }

  function again() {
    change('');
    open.reset();
  }

  const opened = history.data?.pages.at(-1)?.total ?? 0;
  const refusal = open.error instanceof ApiError ? open.error : null;
  return (
    <Page
      title={texts.title}
      back={{ to: paths.dashboard, label: texts.back }}
      width={historyOpen ? 'wide' : 'narrow'}
      actions={
        <Button
          variant="ghost"
          icon={<HistoryIcon size={18} aria-hidden="true" />}
          aria-expanded={historyOpen}
          aria-controls="decrypt-history"
          onClick={() => setHistoryOpen((now) => !now)}
        >
          {texts.historyToggle({ count: opened })}
        </Button>
      }
    >
      <div className={s.layout} data-history={historyOpen || undefined}>
        {historyOpen && (
          <DecryptHistory
            query={history}
            onTake={(taken) => {
              again();
              change(taken);
              field.current?.focus();
            }}
          />
        )}
        {result ? (
          <Opened key={result.id + result.viewCount} first={result} effect={effect.on} onAnother={again} />
        ) : (
          <DecryptCodeForm
            field={field}
            code={code}
            fault={fault ?? (open.error ? faultOf(open.error) : null)}
            opensIn={refusal?.code === 'code_not_open' ? refusal.retryAfter : null}
            busy={open.isPending}
            effect={effect}
            onChange={change}
            onSubmit={submit}
          />
        )}
      </div>
    </Page>
  );
}

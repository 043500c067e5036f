// The member's second factors: what there is, adding and removing.
import { texts } from 'texts:secondfactor';
import { useMutation, useQuery } from '@tanstack/react-query';
import { KeyRound, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '@/net/api';
import { hasPasskeys } from '@/net/passkey';
import { queryClient } from '@/queries/client';
import { removeFactor, renewRecoveryCodes, secondFactorsQuery } from '@/queries/secondfactor';
import { formatDate } from '@/rules/format';
import { toast } from '@/stores/toast';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { QueryView } from '@/ui/QueryView';
import { Sheet } from '@/ui/Sheet';
import { Skeleton } from '@/ui/Skeleton';
import type { SecondFactor } from '@/wire/bodies.gen';
import { PasskeyDialog } from './PasskeyDialog';
import s from './SecondFactor.module.css';
import { CodesDialog, SetUpDialog } from './SetUpDialog';

const changed = () => queryClient.invalidateQueries({ queryKey: secondFactorsQuery.queryKey });
const nameOf = (factor: SecondFactor) => (factor.kind === 'totp' ? texts.app : factor.name || texts.passkey);

export default function SecondFactorSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const mine = useQuery({ ...secondFactorsQuery, enabled: open });
  const [adding, setAdding] = useState<{ kind: SecondFactor['kind']; first: boolean } | null>(null);
  const [removing, setRemoving] = useState<SecondFactor | null>(null);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const renew = useMutation({
    mutationFn: renewRecoveryCodes,
    onSuccess: setCodes,
    onError: (failure) => toast(messageOf(failure, texts.renewFailed), { tone: 'alert' }),
    onSettled: changed,
  });
  const remove = useMutation({
    mutationFn: (factor: SecondFactor) => removeFactor(factor.id),
    onSuccess: () => {
      setRemoving(null);
      toast(texts.removed, { tone: 'clear' });
    },
    onSettled: changed,
  });
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={texts.title}
      description={texts.text}
    >
      <QueryView
        query={mine}
        loading={texts.loading}
        skeleton={<Skeleton height="6rem" />}
        failed={(error) => messageOf(error, texts.failed)}
      >
        {({ factors, recoveryCodes }) => (
          <div className={s.sheet}>
            {factors.length === 0 && <p>{texts.none}</p>}
            <ul className={s.factors}>
              {factors.map((factor) => (
                <Factor key={factor.id} factor={factor} onRemove={() => setRemoving(factor)} />
              ))}
            </ul>
            <div className={s.actions}>
              {!factors.some(({ kind }) => kind === 'totp') && (
                <Button
                  variant="primary"
                  onClick={() => setAdding({ kind: 'totp', first: factors.length === 0 })}
                >
                  {texts.addApp}
                </Button>
              )}
              {hasPasskeys() && (
                <Button onClick={() => setAdding({ kind: 'passkey', first: factors.length === 0 })}>
                  {texts.addPasskey}
                </Button>
              )}
            </div>
            {factors.length > 0 && (
              <div className={s.actions}>
                <p>{texts.codesLeft({ count: recoveryCodes })}</p>
                <Button busy={renew.isPending} onClick={() => renew.mutate()}>
                  {texts.renew}
                </Button>
              </div>
            )}
          </div>
        )}
      </QueryView>
      {adding?.kind === 'totp' && (
        <SetUpDialog first={adding.first} onClose={() => setAdding(null)} onDone={() => setAdding(null)} />
      )}
      {adding?.kind === 'passkey' && (
        <PasskeyDialog
          first={adding.first}
          onClose={() => setAdding(null)}
          onAdded={(given) => {
            setAdding(null);
            setCodes(given);
          }}
        />
      )}
      {codes.length > 0 && <CodesDialog codes={codes} onDone={() => setCodes([])} />}
      <ConfirmDialog
        open={removing !== null}
        onClose={() => {
          remove.reset();
          setRemoving(null);
        }}
        title={texts.removeTitle}
        description={texts.removeText}
        confirm={texts.remove}
        busy={remove.isPending}
        error={remove.error ? messageOf(remove.error, texts.removeFailed) : null}
        onConfirm={() => removing && remove.mutate(removing)}
      />
    </Sheet>
  );
}

function Factor({ factor, onRemove }: { factor: SecondFactor; onRemove: () => void }) {
  const added = formatDate(factor.createdAt, 'dateOfYear');
  const used = factor.lastUsedAt && formatDate(factor.lastUsedAt, 'dateOfYear');
  const Icon = factor.kind === 'totp' ? Smartphone : KeyRound;
  return (
    <li className={s.factor}>
      <Icon size={20} aria-hidden="true" />
      <div>
        <p className={s.name}>{nameOf(factor)}</p>
        <p className={s.detail}>{used ? texts.usedAt({ added, used }) : texts.addedAt({ added })}</p>
      </div>
      <Button size="small" onClick={onRemove} aria-label={texts.removeNamed({ name: nameOf(factor) })}>
        {texts.remove}
      </Button>
    </li>
  );
}

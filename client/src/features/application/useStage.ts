// Saving a stage: what is wrong stands at its field, the first of which gets the focus; a
// failure loses nothing, since what was typed is in the draft.
import { texts } from 'texts:application';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '@/net/api';
import { stages } from '@/rules/application/application';
import { type Faults, faultyField, hasFaults } from '@/rules/application/forms';
import { paths } from '@/rules/paths';
import { reopen, saveStage, useApplication } from '@/stores/application/application';
import { toast } from '@/stores/toast';
import { failureText } from './failures';

interface SavingStage<Name extends string> {
  form: RefObject<HTMLFormElement | null>;
  faults: Faults<Name>;
  /** What is wrong with the whole. */
  failure: string | null;
  busy: boolean;
  /** Saves what is sound; otherwise shows the faults. */
  save: (faults: Faults<Name>, data: () => Record<string, unknown>, failure?: string | null) => void;
  /** Shows or forgets the fault of one field. */
  mark: (name: Name, fault?: string) => void;
  /** Goes on with what a call about this application failed with. */
  recover: (failure: unknown) => Promise<boolean>;
}

export function useStage<Name extends string>(stage: number, names: readonly Name[]): SavingStage<Name> {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<Faults<Name>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [refusals, setRefusals] = useState(0);

  // After each refusal, when the faults are drawn.
  useEffect(() => {
    if (refusals === 0) return;
    const at = form.current?.querySelector<HTMLElement>('[aria-invalid], [data-fault]');
    const control = at?.matches('[role="radiogroup"]') ? at.querySelector<HTMLElement>('input') : at;
    control?.focus();
  }, [refusals]);

  function refuse(next: Faults<Name>, words: string | null = null) {
    setFaults(next);
    setFailure(words);
    setRefusals((count) => count + 1);
  }

  /** The application is not what this page took it for: shows what it is. */
  async function recover(cause: unknown): Promise<boolean> {
    if (!(cause instanceof ApiError)) return false;
    const strange = cause.code === 'application_closed' || cause.code === 'stage_skipped';
    if (!strange && cause.code !== 'application_not_found') return false;
    const email = useApplication.getState().application?.email;
    try {
      if (await reopen()) toast(texts.elsewhere, { tone: 'info' });
      else await navigate(paths.applyStatus, { state: { email, submitted: true } });
      return true;
    } catch {
      return false;
    }
  }

  const toConfirmation = () =>
    navigate(paths.applyStatus, {
      state: { email: useApplication.getState().application?.email, submitted: true },
    });

  async function send(data: Record<string, unknown>) {
    setBusy(true);
    setFaults({});
    setFailure(null);
    try {
      await saveStage(stage, data);
      if (stage >= stages.agreement) await toConfirmation();
    } catch (cause) {
      if (await recover(cause)) return;
      const words = failureText(cause, texts.saveFailed, texts.saveFailed);
      const field = cause instanceof ApiError && cause.status === 400 ? faultyField(cause.code, names) : null;
      if (field) refuse({ [field]: words } as Faults<Name>);
      else refuse({}, words);
    } finally {
      setBusy(false);
    }
  }

  return {
    form,
    faults,
    failure,
    busy,
    save(found, data, words = null) {
      if (busy) return;
      if (hasFaults(found) || words) refuse(found, words);
      else void send(data());
    },
    mark: (name, fault) =>
      setFaults(
        ({ [name]: _, ...others }) => (fault ? { ...others, [name]: fault } : others) as Faults<Name>,
      ),
    recover,
  };
}

// The forms as soon as they are fetched; a bad line is no crash.
import { texts } from 'texts:application';
import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { loadModule, reloadPage } from '@/net/loadModule';
import { ErrorState } from '@/ui/States';
import s from './Stage.module.css';
import type { StageFormProps } from './stageForms';

let fetched: ComponentType<StageFormProps> | null = null;

/** Fetches the forms; called ahead, so that a line that is lost later does no harm. */
export const fetchForms = () =>
  loadModule(() => import('./stageForms')).then(({ StageForm }) => {
    fetched = StageForm;
    return StageForm;
  });

export function Forms(props: StageFormProps) {
  const [Form, setForm] = useState(() => fetched);
  const [failed, setFailed] = useState(false);
  const [busy, setBusy] = useState(false);
  const load = useCallback(
    (onFailure: () => unknown) => fetchForms().then((form) => setForm(() => form), onFailure),
    [],
  );
  // It may have come since this was drawn: what counts is what is shown.
  const missing = Form === null;
  useEffect(() => {
    if (missing) void load(() => setFailed(true));
  }, [load, missing]);

  // Some browsers fetch code that failed only in a new page.
  async function again() {
    setBusy(true);
    await load(reloadPage);
    setBusy(false);
  }

  if (Form) return <Form {...props} />;
  if (!failed) return <div className={s.waiting} aria-busy="true" />;
  return (
    <ErrorState text={texts.notFetched} action={{ label: texts.again, run: () => void again(), busy }} />
  );
}

// A photo of the person, by camera or as a file: chosen, looked at, saved, changed, removed.

import { texts } from 'texts:parts/camera';
import { texts as photoTexts } from 'texts:photo';
import { Camera as CameraIcon } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { ApiError, messageOf } from '@/net/api';
import { type CameraTexts, photoAccept, photoFault } from '@/rules/photo';
import { toast } from '@/stores/toast';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { FieldError } from '@/ui/Field';
import { FileDrop } from '@/ui/FileDrop';
import { Progress } from '@/ui/Progress';
import { Segmented } from '@/ui/Segmented';
import { Camera } from './Camera';
import s from './Camera.module.css';
import { Still } from './Still';
import { focusedIn, useFocusAfter } from './useFocusAfter';

export interface PhotoInputProps {
  /** The photo that is saved; null for none. */
  saved: string | null;
  save: (photo: File, onProgress: (share: number) => void, signal: AbortSignal) => Promise<string>;
  remove: () => Promise<void>;
  /** What is missing, by the form around it. */
  error?: string | null;
  /** What is said about a camera that cannot be used. */
  cameraSays?: CameraTexts;
}

type Way = 'camera' | 'upload';
const ways = () =>
  [
    { value: 'camera', label: texts.camera },
    { value: 'upload', label: texts.upload },
  ] as const;

const noticeMs = 3_000;

export function PhotoInput({ saved, save, remove, error, cameraSays = photoTexts.camera }: PhotoInputProps) {
  const [changing, setChanging] = useState(false);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const removeButton = useRef<HTMLButtonElement>(null);
  const choosing = saved === null || changing;
  useFocusAfter(choosing, frame);

  async function removeNow() {
    setBusy(true);
    setFailure(null);
    try {
      await remove();
      toast(photoTexts.removed, { tone: 'clear', lastsMs: noticeMs });
      setAsking(false);
    } catch (cause) {
      setFailure(messageOf(cause, photoTexts.notRemoved));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div ref={frame} className={s.body}>
      {choosing ? (
        <Chooser
          {...{ save, error, cameraSays, frame }}
          cancel={
            saved !== null && (
              <Button variant="ghost" onClick={() => setChanging(false)}>
                {texts.cancel}
              </Button>
            )
          }
          onSaved={() => setChanging(false)}
        />
      ) : (
        <>
          <Still src={saved} alt={texts.saved} />
          <div className={s.actions}>
            <Button onClick={() => setChanging(true)}>{texts.change}</Button>
            <Button ref={removeButton} variant="ghost" onClick={() => setAsking(true)}>
              {texts.remove}
            </Button>
          </div>
        </>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => {
          setAsking(false);
          setFailure(null);
        }}
        title={texts.remove}
        description={photoTexts.removeAsk}
        confirm={texts.remove}
        onConfirm={() => void removeNow()}
        busy={busy}
        error={failure}
        returnTo={() => removeButton.current ?? focusedIn(frame)}
      />
    </div>
  );
}

interface ChooserProps extends Pick<PhotoInputProps, 'save' | 'error'> {
  cameraSays: CameraTexts;
  /** What everything stands in. */
  frame: RefObject<HTMLElement | null>;
  cancel: ReactNode;
  onSaved: () => void;
}

function Chooser({ save, error, cameraSays, frame, cancel, onSaved }: ChooserProps) {
  const id = useId();
  const [way, setWay] = useState<Way>('camera');
  const [running, setRunning] = useState(false);
  const [chosen, setChosen] = useState<{ file: File; source: string } | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const leaving = useRef<AbortController>(null);
  useFocusAfter(chosen ?? (way === 'camera' && running ? running : way), frame);
  useEffect(() => () => leaving.current?.abort(), []);
  useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen.source)), [chosen]);

  function choose(file: File | undefined) {
    if (!file) return;
    const wrong = photoFault(file);
    setFault(wrong);
    setRunning(false);
    setChosen(wrong ? null : { file, source: URL.createObjectURL(file) });
  }

  async function send() {
    if (!chosen) return setFault(photoTexts.noneChosen);
    const abort = new AbortController();
    leaving.current = abort;
    setFault(null);
    setShare(0);
    try {
      toast(await save(chosen.file, setShare, abort.signal), { tone: 'clear', lastsMs: noticeMs });
      onSaved();
    } catch (cause) {
      if (abort.signal.aborted) return;
      const answered = cause instanceof ApiError && cause.status > 0 && cause.status < 500;
      setFault(answered ? messageOf(cause, photoTexts.notUploaded) : photoTexts.noAnswer);
    } finally {
      if (!abort.signal.aborted) setShare(null);
    }
  }

  const said = fault ?? error ?? null;
  const saveButton = (
    <Button key="save" busy={share !== null} onClick={() => void send()}>
      {texts.save}
    </Button>
  );
  if (chosen) {
    return (
      <>
        <Still
          src={chosen.source}
          alt={texts.preview}
          onError={() => {
            setChosen(null);
            setFault(photoTexts.wrongType);
          }}
        />
        {share !== null && <Progress words={texts.sending} share={share} />}
        <FieldError error={said} />
        <div className={s.actions}>
          <Button
            variant="ghost"
            disabled={share !== null}
            onClick={() => {
              setChosen(null);
              setFault(null);
              setRunning(way === 'camera');
            }}
          >
            {way === 'camera' ? texts.again : texts.other}
          </Button>
          {saveButton}
        </div>
      </>
    );
  }
  return (
    <>
      <Segmented
        label={texts.ways}
        options={ways()}
        value={way}
        onChange={(next) => {
          setWay(next);
          setRunning(false);
          setFault(null);
        }}
      />
      {way === 'upload' ? (
        <FileDrop
          label={texts.choose}
          hint={texts.hint}
          accept={photoAccept}
          error={said}
          onFiles={([file]) => choose(file)}
        />
      ) : running ? (
        <Camera
          onCapture={choose}
          onFault={(why) => {
            setRunning(false);
            setWay('upload');
            setFault(cameraSays[why]);
          }}
        />
      ) : (
        <>
          <div className={s.start}>
            <Button
              icon={<CameraIcon size={18} aria-hidden="true" />}
              onClick={() => setRunning(true)}
              data-fault={said ? '' : undefined}
              aria-describedby={`${id}-said`}
            >
              {texts.start}
            </Button>
          </div>
          <FieldError id={`${id}-said`} error={said} />
        </>
      )}
      {(cancel || way === 'upload') && (
        <div className={s.actions}>
          {cancel}
          {way === 'upload' && saveButton}
        </div>
      )}
    </>
  );
}

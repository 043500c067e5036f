// Sends files to the room, one after the other: choose, look at it, upload with the
// percentage and a way to stop.
import { texts as sendingTexts } from 'texts:chat/sending';
import { FileAudio } from 'lucide-react';
import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef, useState } from 'react';
import { readFile } from '@/parts/readFile';
import { fileKind, uploadAccept, uploadFault } from '@/rules/chat/upload';
import type { SentMedia } from '@/stores/room/outgoing';
import { Button } from '@/ui/Button';
import { FieldError } from '@/ui/Field';
import { FileDrop } from '@/ui/FileDrop';
import { Progress } from '@/ui/Progress';
import { Sheet } from '@/ui/Sheet';
import { pastedFiles } from './pastedFiles';
import { TranscriptField } from './TranscriptField';
import s from './UploadModal.module.css';
import { useObjectURL } from './useObjectURL';
import { uploadWords, useUpload } from './useUpload';

interface UploadModalProps {
  roomId: string;
  /** What was chosen, pasted or dropped and is not sent yet, in that order. */
  files: readonly File[];
  onFiles: Dispatch<SetStateAction<readonly File[]>>;
  onSend: (media: SentMedia) => void;
  onClose: () => void;
}

export default function UploadModal({ roomId, files, onFiles, onSend, onClose }: UploadModalProps) {
  const [file = null, ...waiting] = accepted(files);
  const latest = useRef(files);
  latest.current = files;
  const { share, quiet, error, setError, send, stop } = useUpload(sendingTexts.mediaFailed);
  const url = useObjectURL(file);
  const [transcript, setTranscript] = useState('');
  const [captions, setCaptions] = useState<File | undefined>(undefined);
  const kind = file ? fileKind(file.type) : null;
  const busy = share !== null;

  // A refused one is named until the files change.
  const before = useRef<readonly File[]>([]);
  useEffect(() => {
    if (before.current === files) return;
    const added = files.filter((file) => !before.current.includes(file));
    before.current = files;
    setError(faultOf(added));
  }, [files, setError]);

  const add = useCallback((more: readonly File[]) => onFiles((all) => [...all, ...more]), [onFiles]);
  useEffect(() => {
    function paste(event: ClipboardEvent) {
      const pasted = pastedFiles(event.clipboardData);
      if (pasted.length === 0) return;
      event.preventDefault();
      add(pasted);
    }
    window.addEventListener('paste', paste);
    return () => window.removeEventListener('paste', paste);
  }, [add]);

  function done(file: File) {
    if (accepted(latest.current).length === 1) return onClose();
    leaveOut(file);
  }
  function leaveOut(file: File) {
    setTranscript('');
    setCaptions(undefined);
    onFiles((all) => all.filter((other) => other !== file));
  }

  async function upload() {
    if (!file || !url) return setError(uploadFault(file));
    const beside = kind === 'audio' ? { transcript } : kind === 'video' ? { captions } : {};
    const facts = readFile(file, url).then((read) => ({ ...read, ...beside }));
    const sent = await send({ roomId, file, name: file.name, facts });
    if (!sent) return;
    onSend(sent);
    done(file);
  }

  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={sendingTexts.upload}
      unsaved={file !== null}
      actions={
        <>
          {busy ? (
            <Button variant="ghost" onClick={stop}>
              {sendingTexts.cancel}
            </Button>
          ) : (
            file && (
              <Button variant="ghost" onClick={() => leaveOut(file)}>
                {waiting.length > 0 ? sendingTexts.leaveOut : sendingTexts.another}
              </Button>
            )
          )}
          <Button variant="primary" busy={busy} onClick={() => void upload()}>
            {sendingTexts.send}
          </Button>
        </>
      }
    >
      <div className={s.upload}>
        {file && url && (
          <>
            <figure className={s.file}>
              <Preview file={file} url={url} />
              <figcaption className={s.name} dir="auto">
                {file.name}
              </figcaption>
            </figure>
            {kind === 'audio' && <TranscriptField value={transcript} onChange={setTranscript} />}
            {kind === 'video' && (
              <FileDrop
                label={sendingTexts.captionsOptional}
                hint={captions?.name ?? sendingTexts.captionsHint}
                accept=".vtt,text/vtt"
                onFiles={([first]) => setCaptions(first)}
              />
            )}
          </>
        )}
        {!file && (
          <FileDrop
            label={sendingTexts.choose}
            hint={sendingTexts.chooseHint}
            accept={uploadAccept}
            multiple
            onFiles={add}
          />
        )}
        <p className={s.waiting} role="status">
          {waiting.length > 0 && sendingTexts.waiting({ count: waiting.length })}
        </p>
        {busy && <Progress words={uploadWords(share, quiet)} share={share} />}
        <FieldError error={error} />
      </div>
    </Sheet>
  );
}

/** Those of the files that may be uploaded. */
const accepted = (files: readonly File[]) => files.filter((file) => uploadFault(file) === null);

/** What is wrong with one of the files; null when all may be uploaded. */
const faultOf = (files: readonly File[]) => files.map(uploadFault).find((fault) => fault !== null) ?? null;

function Preview({ file, url }: { file: File; url: string }) {
  const kind = fileKind(file.type);
  if (kind === 'image')
    return <img className={s.preview} src={url} alt={sendingTexts.previewOf({ name: file.name })} />;
  if (kind === 'video') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: a member's own file before it is sent
      <video className={s.preview} src={url} controls playsInline preload="metadata" />
    );
  }
  return (
    <div className={s.sound}>
      <FileAudio size={24} aria-hidden="true" />
      {/* biome-ignore lint/a11y/useMediaCaption: a member's own file before it is sent */}
      <audio src={url} controls preload="metadata" />
    </div>
  );
}

// Sends a file to the room: choose, look at it, upload with the percentage and a
// way to stop.
import { texts as sendingTexts } from 'texts:chat/sending';
import { FileAudio } from 'lucide-react';
import { useEffect, useState } from 'react';
import { readFile } from '@/parts/readFile';
import { fileKind, uploadAccept, uploadFault } from '@/rules/chat/upload';
import type { SentMedia } from '@/stores/room/outgoing';
import { Button } from '@/ui/Button';
import { FieldError } from '@/ui/Field';
import { FileDrop } from '@/ui/FileDrop';
import { Progress } from '@/ui/Progress';
import { Sheet } from '@/ui/Sheet';
import { TranscriptField } from './TranscriptField';
import s from './UploadModal.module.css';
import { useObjectURL } from './useObjectURL';
import { uploadWords, useUpload } from './useUpload';

interface UploadModalProps {
  roomId: string;
  /** What was pasted or dropped. */
  offered: File | null;
  onSend: (media: SentMedia) => void;
  onClose: () => void;
}

export default function UploadModal({ roomId, offered, onSend, onClose }: UploadModalProps) {
  const [file, setFile] = useState<File | null>(null);
  const { share, error, setError, send, stop } = useUpload(sendingTexts.mediaFailed);
  const url = useObjectURL(file);
  const [transcript, setTranscript] = useState('');
  const [captions, setCaptions] = useState<File | undefined>(undefined);
  const kind = file ? fileKind(file.type) : null;
  const busy = share !== null;

  function choose(next: File | undefined) {
    if (!next) return;
    const fault = uploadFault(next);
    setError(fault);
    setFile(fault ? null : next);
    setCaptions(undefined); // of another video
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each offered file once
  useEffect(() => choose(offered ?? undefined), [offered]);

  async function upload() {
    const fault = uploadFault(file);
    if (fault || !file || !url) return setError(fault);
    const beside = kind === 'audio' ? { transcript } : kind === 'video' ? { captions } : {};
    const facts = readFile(file, url).then((read) => ({ ...read, ...beside }));
    const sent = await send({ roomId, file, name: file.name, facts });
    if (!sent) return;
    onSend(sent);
    onClose();
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
              <Button variant="ghost" onClick={() => setFile(null)}>
                {sendingTexts.another}
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
        {file && url ? (
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
        ) : (
          <FileDrop
            label={sendingTexts.choose}
            hint={sendingTexts.chooseHint}
            accept={uploadAccept}
            onFiles={([first]) => choose(first)}
          />
        )}
        {busy && <Progress words={uploadWords(share)} share={share} />}
        <FieldError error={error} />
      </div>
    </Sheet>
  );
}

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

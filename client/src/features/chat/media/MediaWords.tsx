// Gives a voice message of one's own another transcript, or a video other captions, after it
// was sent.
import { texts as mediaTexts } from 'texts:chat/media';
import { texts as wordsTexts } from 'texts:chat/media/words';
import { texts as sendingTexts } from 'texts:chat/sending';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '@/net/api';
import { changeMediaWords } from '@/queries/chat/media';
import { captionsFault } from '@/rules/chat/upload';
import { toast } from '@/stores/toast';
import { Button } from '@/ui/Button';
import { FileDrop } from '@/ui/FileDrop';
import { FormDialog } from '@/ui/FormDialog';
import type { MessageBody } from '@/wire/frames.gen';
import s from './MediaWords.module.css';
import { TranscriptField } from './TranscriptField';

interface MediaWordsProps {
  /** As it was when this was opened. */
  message: MessageBody;
  /** What gets the focus when it closes. */
  returnTo: () => HTMLElement | null | undefined;
  onClose: () => void;
}

export default function MediaWords(props: MediaWordsProps) {
  return props.message.message_type === 'voice' ? <Transcript {...props} /> : <Captions {...props} />;
}

function Transcript({ message, returnTo, onClose }: MediaWordsProps) {
  const before = message.media_metadata?.transcript ?? '';
  const [transcript, setTranscript] = useState(before);
  const save = useMutation({
    mutationFn: () => changeMediaWords(message.id, { transcript }),
    onSuccess() {
      onClose();
      toast(wordsTexts.transcriptChanged, { tone: 'clear' });
    },
  });
  return (
    <FormDialog
      returnTo={returnTo}
      onClose={onClose}
      title={mediaTexts.transcript}
      submit={wordsTexts.save}
      busy={save.isPending}
      error={save.error ? messageOf(save.error, wordsTexts.transcriptFailed) : null}
      onSubmit={() => (transcript === before ? onClose() : save.mutate())}
    >
      <TranscriptField value={transcript} onChange={setTranscript} />
    </FormDialog>
  );
}

function Captions({ message, returnTo, onClose }: MediaWordsProps) {
  const captioned = message.media_metadata?.captioned === true;
  /** What the video is to have: a file, none, or what it has. */
  const [next, setNext] = useState<File | 'none' | 'same'>('same');
  const [fault, setFault] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: async (captions: File | 'none') =>
      changeMediaWords(message.id, { captions: captions === 'none' ? '' : await captions.text() }),
    onSuccess() {
      onClose();
      toast(wordsTexts.captionsChanged, { tone: 'clear' });
    },
  });
  function choose(file: File | undefined) {
    if (!file) return;
    const wrong = captionsFault(file);
    setFault(wrong);
    setNext(wrong ? 'same' : file);
  }
  const file = next instanceof File ? next : null;
  return (
    <FormDialog
      returnTo={returnTo}
      onClose={onClose}
      title={mediaTexts.captions}
      submit={wordsTexts.save}
      unsaved={next !== 'same'}
      busy={save.isPending}
      error={save.error ? messageOf(save.error, wordsTexts.captionsFailed) : null}
      onSubmit={() => (next === 'same' ? onClose() : save.mutate(next))}
    >
      {captioned && !file && (
        <div className={s.there}>
          <p aria-live="polite">{next === 'none' ? wordsTexts.removing : wordsTexts.captioned}</p>
          <Button
            type="button"
            size="small"
            disabled={save.isPending}
            onClick={() => setNext(next === 'none' ? 'same' : 'none')}
          >
            {next === 'none' ? wordsTexts.keep : wordsTexts.remove}
          </Button>
        </div>
      )}
      <FileDrop
        label={captioned ? wordsTexts.replace : wordsTexts.choose}
        hint={file?.name ?? sendingTexts.captionsHint}
        accept=".vtt,text/vtt"
        disabled={save.isPending}
        error={fault}
        onFiles={([first]) => choose(first)}
      />
    </FormDialog>
  );
}

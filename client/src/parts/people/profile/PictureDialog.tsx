// Changes the profile picture: choose, cut, look, save; or remove it after a question.
import { texts } from 'texts:parts/people/profile';
import { texts as dialogTexts } from 'texts:parts/people/profile/dialogs';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '@/net/api';
import '@/net/upload'; // comes with the form: a browser asks once for a file that failed
import { removePicture, uploadPicture } from '@/queries/people/ownProfile';
import { type Crop, type Size, wholePicture } from '@/rules/people/crop';
import { pictureAccept, pictureFault } from '@/rules/people/picture';
import { toast } from '@/stores/toast';
import { Avatar } from '@/ui/Avatar';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { FieldError } from '@/ui/Field';
import { FileDrop } from '@/ui/FileDrop';
import { Modal } from '@/ui/Modal';
import { Progress } from '@/ui/Progress';
import { useUnsaved } from '@/ui/unsaved';
import { CropFrame } from './CropFrame';
import { cropped } from './cropped';
import s from './PictureDialog.module.css';

export interface PictureDialogProps {
  open: boolean;
  onClose: () => void;
  name: string;
  /** The picture as it is; null without one. */
  picture: string | null;
}

export function PictureDialog({ open, onClose, name, picture }: PictureDialogProps) {
  const [asking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: removePicture,
    onSuccess: () => {
      toast(dialogTexts.pictureRemoved, { tone: 'clear' });
      setAsking(false);
      onClose();
    },
  });
  return (
    <>
      <Modal
        open={open && !asking}
        onOpenChange={(next) => !next && onClose()}
        title={dialogTexts.picture}
        wide
      >
        <Chooser name={name} picture={picture} onDone={onClose} onRemove={() => setAsking(true)} />
      </Modal>
      <ConfirmDialog
        open={open && asking}
        onClose={() => {
          setAsking(false);
          remove.reset();
        }}
        title={dialogTexts.removeAsk}
        description={dialogTexts.removeWhat}
        confirm={dialogTexts.removePicture}
        onConfirm={() => remove.mutate()}
        busy={remove.isPending}
        error={remove.error ? messageOf(remove.error, dialogTexts.pictureRemoveFailed) : null}
      />
    </>
  );
}

interface ChooserProps {
  name: string;
  picture: string | null;
  onDone: () => void;
  onRemove: () => void;
}

function Chooser({ name, picture, onDone, onRemove }: ChooserProps) {
  const [chosen, setChosen] = useState<{ file: File; source: string } | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [crop, setCrop] = useState<Crop>(wholePicture);
  const [size, setSize] = useState<Size | null>(null);
  const [share, setShare] = useState(0);
  const image = useRef<HTMLImageElement>(null);

  const running = useRef<AbortController>(null);

  useUnsaved(chosen !== null);
  useEffect(() => () => running.current?.abort(), []);
  useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen.source)), [chosen]);

  const save = useMutation({
    mutationFn: async (file: File) => {
      setShare(0);
      const abort = new AbortController();
      running.current = abort;
      const square = image.current && size ? await cropped(file, image.current, crop) : file;
      await uploadPicture(square, { onProgress: setShare, signal: abort.signal });
    },
    onSuccess: () => {
      toast(dialogTexts.pictureSaved, { tone: 'clear' });
      onDone();
    },
  });

  /** Stops the upload; without one, leaves the picture out. */
  function cancel() {
    running.current?.abort();
    save.reset();
    if (!save.isPending) setChosen(null);
  }

  function choose(file: File | undefined) {
    if (!file) return;
    const wrong = pictureFault(file);
    setFault(wrong);
    setCrop(wholePicture);
    setSize(null);
    save.reset();
    setChosen(wrong ? null : { file, source: URL.createObjectURL(file) });
  }

  if (!chosen) {
    return (
      <div className={s.body}>
        {picture && (
          <div className={s.now}>
            <Avatar name={name} src={picture} size="large" />
            <Button variant="ghost" onClick={onRemove}>
              {dialogTexts.removePicture}
            </Button>
          </div>
        )}
        <FileDrop
          label={dialogTexts.choosePicture}
          hint={dialogTexts.pictureHint}
          accept={pictureAccept}
          error={fault}
          onFiles={([file]) => choose(file)}
        />
      </div>
    );
  }
  return (
    <div className={s.body}>
      <CropFrame
        source={chosen.source}
        crop={crop}
        size={size}
        image={image}
        disabled={save.isPending}
        onCrop={setCrop}
        onSize={setSize}
        onBroken={() => {
          setChosen(null);
          setFault(dialogTexts.pictureWrongType);
        }}
      />
      {save.isPending && <Progress words={dialogTexts.uploading} share={share} />}
      <FieldError error={save.error ? messageOf(save.error, dialogTexts.pictureUploadFailed) : null} />
      <div className={s.actions}>
        <Button onClick={cancel}>{texts.cancel}</Button>
        <Button variant="primary" busy={save.isPending} onClick={() => save.mutate(chosen.file)}>
          {texts.save}
        </Button>
      </div>
    </div>
  );
}

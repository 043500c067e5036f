// Makes an encrypted message: its type, what it holds, its code, and its limits.
import { texts } from 'texts:admin/encrypted';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { messageOf } from '@/net/api';
import { decryptListKey } from '@/queries/adminKeys';
import { mayHeal } from '@/queries/client';
import { createDecrypt } from '@/queries/encrypted';
import { useAttempt } from '@/queries/useAttempt';
import { typedCode, weakCode } from '@/rules/encrypted';
import { draftFault } from '@/rules/encryptedDraft';
import { fieldMoment } from '@/rules/time';
import { toast } from '@/stores/toast';
import { Field, TextArea } from '@/ui/Field';
import { FormDialog } from '@/ui/FormDialog';
import { Segmented } from '@/ui/Segmented';
import type { CreateDecrypt, EncryptedKind } from '@/wire/bodies.gen';
import s from './EncryptedTab.module.css';
import { GalleryUploader } from './GalleryUploader';
import { useGalleryUploads } from './useGalleryUploads';

const kinds = () =>
  [
    { value: 'text', label: texts.text },
    { value: 'video', label: texts.video },
    { value: 'gallery', label: texts.gallery },
  ] as const;

/** A typed number; null for an empty field, NaN for what is no whole one. */
const numberOf = (text: string) =>
  text.trim() === '' ? null : /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;

/** Has the browser ask before the page goes: a draft would hold a secret, so none is stored. */
function useAskBeforeReload(unsaved: boolean) {
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: Event) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [unsaved]);
}

export function CreateMessageModal({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [kind, setKind] = useState<EncryptedKind>('text');
  const [content, setContent] = useState('');
  const [videoURL, setVideoURL] = useState('');
  const [code, setCode] = useState('');
  const [hours, setHours] = useState('');
  const [views, setViews] = useState('');
  const [opensAt, setOpensAt] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const files = useGalleryUploads();
  const video = useGalleryUploads('video');
  const busy = (kind === 'gallery' && files.busy) || (kind === 'video' && video.busy);

  const send = useAttempt(createDecrypt);
  const create = useMutation({
    mutationFn: send,
    onSuccess: ({ message }, draft) => {
      toast(message, { tone: 'clear' });
      if (draft.type !== 'gallery') files.discard();
      if (draft.type !== 'video') video.discard();
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: decryptListKey }),
  });

  function close() {
    if (create.isPending) return;
    // A message whose answer was lost may have them.
    if (!mayHeal(create.error)) {
      files.discard();
      video.discard();
    }
    onClose();
  }

  function submit() {
    const own = video.items[0]?.url;
    const opens = fieldMoment(opensAt);
    const draft: CreateDecrypt = {
      type: kind,
      code,
      content,
      videoUrl: kind === 'video' ? (own ?? videoURL.trim()) : '',
      galleryItems: kind === 'gallery' ? files.items.map(({ id }) => ({ id })) : [],
      expiresIn: numberOf(hours),
      maxViews: numberOf(views),
      opensAt: opens ?? null,
    };
    const wrong = busy
      ? texts.uploadsRun
      : (draftFault(draft) ?? (opens === undefined ? texts.opensWrong : null));
    setFault(wrong);
    if (!wrong) create.mutate(draft);
  }

  const unsaved =
    `${content}${videoURL}${code}${hours}${views}${opensAt}` !== '' ||
    files.uploads.length > 0 ||
    video.uploads.length > 0;
  useAskBeforeReload(unsaved);

  const failed = create.error ? messageOf(create.error, texts.createFailed) : null;
  return (
    <FormDialog
      onClose={close}
      title={texts.create}
      description={texts.notKept}
      wide
      cancel={texts.cancel}
      submit={texts.createNow}
      busy={create.isPending}
      error={fault ?? failed}
      unsaved={unsaved}
      onSubmit={submit}
    >
      <Segmented label={texts.kind} options={kinds()} value={kind} onChange={setKind} className={s.kinds} />
      <TextArea
        label={texts.content}
        aside={kind === 'gallery' ? <span className={s.faint}>{texts.optional}</span> : undefined}
        value={content}
        maxLength={10_000}
        rows={5}
        onChange={(event) => setContent(event.target.value)}
      />
      {kind === 'video' && (
        <>
          <Field
            label={texts.videoURL}
            hint={video.items.length > 0 ? texts.ownVideoTaken : texts.videoHint}
            type="url"
            inputMode="url"
            placeholder="https://"
            autoComplete="off"
            disabled={video.uploads.length > 0}
            value={videoURL}
            onChange={(event) => setVideoURL(event.target.value)}
          />
          <GalleryUploader uploads={video} video />
        </>
      )}
      {kind === 'gallery' && <GalleryUploader uploads={files} />}
      <Field
        label={texts.code}
        hint={weakCode(code) ? texts.weakCode : texts.codeHint}
        placeholder="XXXX-XXXX"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={code}
        onChange={(event) => setCode(typedCode(event.target.value))}
      />
      <div className={s.pair}>
        <Field
          label={texts.expiresIn}
          aside={<span className={s.faint}>{texts.optional}</span>}
          inputMode="numeric"
          autoComplete="off"
          value={hours}
          onChange={(event) => setHours(event.target.value)}
        />
        <Field
          label={texts.maxViews}
          aside={<span className={s.faint}>{texts.optional}</span>}
          inputMode="numeric"
          autoComplete="off"
          value={views}
          onChange={(event) => setViews(event.target.value)}
        />
      </div>
      <Field
        label={texts.opensAt}
        aside={<span className={s.faint}>{texts.optional}</span>}
        hint={texts.opensHint}
        type="datetime-local"
        value={opensAt}
        onChange={(event) => setOpensAt(event.target.value)}
      />
    </FormDialog>
  );
}

// Takes files for an encrypted message and shows how far each is.
import { texts } from 'texts:admin/encrypted';
import { Film, ImageIcon, Mic, X } from 'lucide-react';
import { uploadAccept } from '@/rules/chat/upload';
import { fileSize } from '@/rules/encrypted';
import { FieldError } from '@/ui/Field';
import { FileDrop } from '@/ui/FileDrop';
import { IconButton } from '@/ui/IconButton';
import { Progress } from '@/ui/Progress';
import s from './GalleryUploader.module.css';
import type { GalleryUpload, useGalleryUploads } from './useGalleryUploads';

interface GalleryUploaderProps {
  uploads: ReturnType<typeof useGalleryUploads>;
  /** One video instead of any number of files. */
  video?: boolean;
}

export function GalleryUploader({ uploads, video }: GalleryUploaderProps) {
  const full = video && uploads.uploads.length > 0;
  return (
    <div className={s.uploader}>
      {!full && (
        <FileDrop
          label={video ? texts.ownVideo : texts.files}
          hint={video ? texts.ownVideoHint : texts.filesHint}
          accept={video ? 'video/mp4,video/webm,video/quicktime' : uploadAccept}
          multiple={!video}
          onFiles={uploads.add}
        />
      )}
      {uploads.uploads.length > 0 && (
        <ul className={s.list}>
          {uploads.uploads.map((upload) => (
            <Row key={upload.key} upload={upload} onRemove={() => void uploads.remove(upload)} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Row({ upload, onRemove }: { upload: GalleryUpload; onRemove: () => void }) {
  const { file, item, share, error } = upload;
  const Icon = item?.type === 'voice' ? Mic : item?.type === 'video' ? Film : ImageIcon;
  return (
    <li className={s.row}>
      {item?.thumbnailUrl ? (
        <img className={s.picture} src={item.thumbnailUrl} alt="" />
      ) : (
        <span className={s.picture}>
          <Icon size={20} strokeWidth={1.5} aria-hidden="true" />
        </span>
      )}
      <div className={s.words}>
        <span className={s.name} dir="auto">
          {file.name}
        </span>
        {error ? (
          <FieldError error={error} />
        ) : item ? (
          <span className={s.state}>
            {texts.uploaded} · {fileSize(item.fileSize)}
          </span>
        ) : share === null ? (
          <span className={s.state}>{texts.waiting}</span>
        ) : (
          <Progress words={texts.uploading({ name: file.name })} share={share} />
        )}
      </div>
      <IconButton
        label={texts.remove({ name: file.name })}
        icon={<X size={18} aria-hidden="true" />}
        onClick={onRemove}
      />
    </li>
  );
}

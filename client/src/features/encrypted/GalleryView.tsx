// A gallery: pictures that open large, videos, sounds and other files.
import { texts } from 'texts:encrypted';
import { Film, Paperclip } from 'lucide-react';
import { useState } from 'react';
import { VoicePlayer } from '@/parts/voice/VoicePlayer';
import { fileSize } from '@/rules/encrypted';
import { onDemand } from '@/ui/onDemand';
import type { DecryptItem } from '@/wire/bodies.gen';
import s from './GalleryView.module.css';
import type { PictureViewerProps } from './PictureViewer';
import { TextView } from './TextView';
import type { Renewal } from './useRenewal';

const PictureViewer = onDemand<PictureViewerProps>(() => import('./PictureViewer'));

export function GalleryView({ renewal, effect }: { renewal: Renewal; effect: boolean }) {
  const { result, broken, onFail } = renewal;
  const [at, setAt] = useState<number | null>(null);
  // What does not load is hidden.
  const items = result.galleryItems.filter(({ id }) => !broken.has(id));
  const pictures = items.filter(({ type }) => type === 'image');
  // The last picture may have gone while it was looked at.
  const place = at === null ? -1 : Math.min(at, pictures.length - 1);
  const shown = pictures[place];
  const step = (by: number) => setAt(Math.max(0, Math.min(pictures.length - 1, place + by)));
  const close = () => setAt(null);
  return (
    <>
      {result.content && <TextView text={result.content} effect={effect} />}
      {result.galleryItems.length > 0 && (
        <h3 className={s.title}>{texts.gallery({ count: result.galleryItems.length })}</h3>
      )}
      <ul className={s.grid}>
        {items.map((item) => (
          <li key={item.id} className={s.cell} data-kind={item.type}>
            <Item item={item} onFail={onFail} onOpen={() => setAt(pictures.indexOf(item))} />
          </li>
        ))}
      </ul>
      {shown && (
        <PictureViewer
          item={shown}
          at={place}
          of={pictures.length}
          onFail={onFail}
          onStep={step}
          onClose={close}
        />
      )}
    </>
  );
}

interface ItemProps {
  item: DecryptItem;
  onFail: (id: string) => void;
  onOpen: () => void;
}

function Item({ item, onFail, onOpen }: ItemProps) {
  const { id, type, url, thumbnailUrl, fileName, metadata } = item;
  const kind: string = type;
  switch (kind) {
    case 'image':
      return (
        <button
          type="button"
          className={s.picture}
          aria-label={texts.open({ name: fileName })}
          onClick={onOpen}
        >
          <img
            src={thumbnailUrl || url}
            alt=""
            loading="lazy"
            decoding="async"
            draggable={false}
            onError={() => onFail(id)}
          />
        </button>
      );
    case 'video':
      return (
        <figure className={s.file}>
          {/* biome-ignore lint/a11y/useMediaCaption: these videos carry no captions */}
          <video
            className={s.video}
            src={url}
            poster={thumbnailUrl || undefined}
            controls
            playsInline
            preload="metadata"
            aria-label={fileName}
            onError={() => onFail(id)}
          />
          <Caption item={item} icon={<Film size={14} aria-hidden="true" />} />
        </figure>
      );
    case 'voice':
    case 'audio':
      return (
        <figure className={s.file}>
          <VoicePlayer
            source={url}
            duration={metadata.duration ?? 0}
            waveform={metadata.waveform ?? []}
            onFail={() => onFail(id)}
          />
          <Caption item={item} />
        </figure>
      );
    default:
      return (
        <a className={s.other} href={url} download={fileName} aria-label={texts.download({ name: fileName })}>
          <Paperclip size={28} strokeWidth={1.5} aria-hidden="true" />
          <Caption item={item} />
        </a>
      );
  }
}

function Caption({ item, icon }: { item: DecryptItem; icon?: React.ReactNode }) {
  return (
    <span className={s.caption}>
      {icon}
      <span className={s.name} dir="auto">
        {item.fileName}
      </span>
      <span className={s.size}>{fileSize(item.fileSize)}</span>
    </span>
  );
}

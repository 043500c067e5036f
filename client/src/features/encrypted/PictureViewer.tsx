// A picture of a gallery, large, fetched when the first is opened.
import { texts } from 'texts:encrypted';
import { ViewedImage } from '@/parts/viewer/ViewedImage';
import { Viewer } from '@/parts/viewer/Viewer';
import { fileSize } from '@/rules/encrypted';
import type { DecryptItem } from '@/wire/bodies.gen';
import s from './GalleryView.module.css';

export interface PictureViewerProps {
  item: DecryptItem;
  /** Its place among the gallery's pictures, and how many there are. */
  at: number;
  of: number;
  onFail: (id: string) => void;
  onStep: (by: number) => void;
  onClose: () => void;
}

export default function PictureViewer({ item, at, of, onFail, onStep, onClose }: PictureViewerProps) {
  return (
    <Viewer
      label={texts.viewer}
      caption={
        <>
          <span className={s.name}>{item.fileName}</span>
          <span className={s.size}>{fileSize(item.fileSize)}</span>
        </>
      }
      at={at}
      of={of}
      single
      onStep={onStep}
      onClose={onClose}
    >
      <ViewedImage
        key={item.id}
        id={item.id}
        url={item.url}
        thumbnail={item.thumbnailUrl || null}
        words={item.fileName}
        width={item.metadata.width}
        height={item.metadata.height}
        onError={() => onFail(item.id)}
        onStep={onStep}
        onClose={onClose}
      />
    </Viewer>
  );
}

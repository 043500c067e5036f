// The picture under a square frame: dragged, moved by the arrow keys, zoomed by the
// slider, the wheel or two fingers.
import { texts } from 'texts:parts/people/profile/dialogs';
import { type CSSProperties, type KeyboardEvent, type PointerEvent, type RefObject, useRef } from 'react';
import { type Crop, cropSquare, dragged, recrop, type Size, zoomAtMost } from '@/rules/people/crop';
import s from './CropFrame.module.css';

interface CropFrameProps {
  source: string;
  crop: Crop;
  /** Unknown until the picture was decoded. */
  size: Size | null;
  image: RefObject<HTMLImageElement | null>;
  disabled?: boolean;
  onCrop: (crop: Crop) => void;
  onSize: (size: Size) => void;
  onBroken: () => void;
}

const stepPx = 12;
const arrows: Record<string, [number, number]> = {
  ArrowLeft: [stepPx, 0],
  ArrowRight: [-stepPx, 0],
  ArrowUp: [0, stepPx],
  ArrowDown: [0, -stepPx],
};

export function CropFrame(props: CropFrameProps) {
  const { source, crop, size, image, disabled, onCrop, onSize, onBroken } = props;
  const frame = useRef<HTMLDivElement>(null);
  const fingers = useRef(new Map<number, { x: number; y: number }>());

  const move = (byX: number, byY: number) => {
    const side = frame.current?.clientWidth ?? 0;
    if (size && side > 0 && !disabled) onCrop(dragged(crop, byX, byY, side, size));
  };
  const zoom = (to: number) => size && !disabled && onCrop(recrop(crop, { zoom: to }, size));

  function press(event: PointerEvent) {
    frame.current?.setPointerCapture(event.pointerId);
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  function drag(event: PointerEvent) {
    const from = fingers.current.get(event.pointerId);
    if (!from) return;
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    const now = { x: event.clientX, y: event.clientY };
    fingers.current.set(event.pointerId, now);
    if (!other) {
      move(now.x - from.x, now.y - from.y);
      return;
    }
    const apart = (at: { x: number; y: number }) => Math.hypot(at.x - other.x, at.y - other.y);
    if (apart(from) > 0) zoom((crop.zoom * apart(now)) / apart(from));
  }

  const release = (event: PointerEvent) => fingers.current.delete(event.pointerId);

  function arrow(event: KeyboardEvent) {
    const by = arrows[event.key];
    if (!by) return;
    event.preventDefault();
    move(...by);
  }

  return (
    <div className={s.crop}>
      {/* biome-ignore lint/a11y/useSemanticElements: no element is a frame over a picture */}
      <div
        ref={frame}
        className={s.frame}
        role="group"
        aria-label={texts.dragHint}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the picture
        tabIndex={0}
        onPointerDown={press}
        onPointerMove={drag}
        onPointerUp={release}
        onPointerCancel={release}
        onKeyDown={arrow}
        onWheel={(event) => zoom(crop.zoom * (event.deltaY < 0 ? 1.08 : 1 / 1.08))}
      >
        <img
          ref={image}
          className={s.picture}
          style={size ? place(crop, size) : undefined}
          src={source}
          alt=""
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            width > 0 && height > 0 ? onSize({ width, height }) : onBroken()
          }
          onError={onBroken}
        />
        <span className={s.guide} aria-hidden="true" />
      </div>
      <div className={s.side}>
        <p className="label">{texts.preview}</p>
        <div className={s.previews} aria-hidden="true">
          {(['large', 'small'] as const).map((kind) => (
            <span key={kind} className={s.preview} data-kind={kind}>
              {size && (
                <img className={s.picture} style={place(crop, size)} src={source} alt="" draggable={false} />
              )}
            </span>
          ))}
        </div>
        <label className={s.zoom}>
          <span className="label">{texts.zoom}</span>
          <input
            type="range"
            min={1}
            max={zoomAtMost}
            step={0.02}
            value={crop.zoom}
            disabled={disabled || !size}
            onChange={(event) => zoom(Number(event.target.value))}
          />
        </label>
      </div>
    </div>
  );
}

/** Where the whole picture lies when the frame shows the crop, in parts of the frame. */
function place(crop: Crop, size: Size): CSSProperties {
  const { left, top, side } = cropSquare(crop, size);
  return {
    width: `${(size.width / side) * 100}%`,
    height: `${(size.height / side) * 100}%`,
    left: `${(-left / side) * 100}%`,
    top: `${(-top / side) * 100}%`,
  };
}

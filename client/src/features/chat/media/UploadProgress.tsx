// How far an upload is. When all of it has gone out, the server still looks at it.
import { mediaTexts } from './texts';
import s from './UploadModal.module.css';

export function UploadProgress({ share }: { share: number }) {
  const percent = Math.floor(share * 100);
  const words = percent < 100 ? mediaTexts.sending : mediaTexts.finishing;
  return (
    <div className={s.progress}>
      <p className={s.words}>
        <span role="status">{words}</span>
        <span className="mono">{percent}%</span>
      </p>
      <progress className={s.bar} max={100} value={percent} aria-label={words} />
    </div>
  );
}

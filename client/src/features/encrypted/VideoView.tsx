// A video, from here or from another site, and the words that came with it.
import { texts } from 'texts:encrypted';
import { ExternalLink } from 'lucide-react';
import { useRef } from 'react';
import { videoSource } from '@/rules/encrypted';
import { TextView } from './TextView';
import type { Renewal } from './useRenewal';
import s from './VideoView.module.css';

const videoId = 'video';

export function VideoView({ renewal, effect }: { renewal: Renewal; effect: boolean }) {
  const { result, broken, onFail } = renewal;
  const source = videoSource(result.videoUrl);
  const at = useRef(0);
  const foreign = source?.url.startsWith('https://') ? result.videoUrl : null;
  return (
    <>
      {source === null || broken.has(videoId) ? (
        <p className={s.failed}>
          {texts.videoFailed}{' '}
          {foreign && (
            <a href={foreign} target="_blank" rel="noopener noreferrer nofollow">
              {texts.openVideo}
              <ExternalLink size={14} aria-hidden="true" />
            </a>
          )}
        </p>
      ) : source.kind === 'frame' ? (
        <iframe
          className={s.frame}
          src={source.url}
          title={texts.video}
          // The player gets its scripts and its own storage, and nothing of this page.
          sandbox="allow-scripts allow-same-origin allow-presentation"
          allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
          referrerPolicy="strict-origin-when-cross-origin"
        />
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: these videos carry no captions
        <video
          className={s.video}
          src={source.url}
          controls
          autoPlay
          playsInline
          aria-label={texts.video}
          onTimeUpdate={(event) => {
            at.current = event.currentTarget.currentTime;
          }}
          // A renewed link goes on where the old one ended.
          onLoadedMetadata={(event) => {
            if (at.current > 0) event.currentTarget.currentTime = at.current;
          }}
          onError={() => onFail(videoId)}
        />
      )}
      {result.content && <TextView text={result.content} effect={effect} />}
    </>
  );
}

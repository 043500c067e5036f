// What a link in a message leads to, as the server has read it there: text only,
// but for a picture that this server itself gives out.
import type { LinkPreview } from '@/wire/frames.gen';
import s from './LinkCard.module.css';

export function LinkCard({ preview, reachable }: { preview: LinkPreview; reachable: boolean }) {
  const { url, title, description, image } = preview;
  const host = hostOf(url);
  if (host === null || (title === '' && description === '')) return null;
  return (
    <a
      className={s.card}
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      tabIndex={reachable ? 0 : -1}
    >
      {image.startsWith('/') && !image.startsWith('//') && (
        <img className={s.image} src={image} alt="" loading="lazy" decoding="async" />
      )}
      <span className={s.words}>
        <span className={s.host}>{host}</span>
        <span className={s.title}>{title || host}</span>
        {description !== '' && <span className={s.about}>{description}</span>}
      </span>
    </a>
  );
}

function hostOf(url: string): string | null {
  try {
    const { protocol, host } = new URL(url);
    return protocol === 'https:' || protocol === 'http:' ? host : null;
  } catch {
    return null;
  }
}

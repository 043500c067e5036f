// The first stop of the Tab key: over the navigation, to what the screen is for.
import { texts } from 'texts:app';
import s from './SkipLink.module.css';

export function SkipLink() {
  return (
    <nav aria-label={texts.skip}>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads within the page, and moves the focus too */}
      <a
        href="#main"
        className={s.link}
        onClick={(event) => {
          event.preventDefault();
          const main = document.querySelector<HTMLElement>('main');
          if (!main) return;
          main.tabIndex = -1;
          main.focus();
        }}
      >
        {texts.skipToTheContent}
      </a>
    </nav>
  );
}

// The frame of the application's screens: the way back, the brand, one column.
import { texts } from 'texts:application';
import type { ReactNode } from 'react';
import { paths } from '@/rules/paths';
import { useCommunityName } from '@/stores/session/config';
import { Emblem } from '@/ui/Emblem';
import { OutsidePage } from '@/ui/OutsidePage';
import s from './ApplyFrame.module.css';

interface ApplyFrameProps {
  /** The one heading of the screen. */
  title: string;
  /** Over the column: how far one is. */
  top?: ReactNode;
  children: ReactNode;
}

export function ApplyFrame({ title, top, children }: ApplyFrameProps) {
  const name = useCommunityName();
  return (
    <OutsidePage
      back={{
        to: paths.login,
        title: texts.home,
        children: (
          <>
            <span className="sr-only">{texts.home}</span>
            <Emblem className={s.emblem} />
            <span className={s.name} aria-hidden="true">
              {name}
            </span>
          </>
        ),
      }}
      top={top}
      title={title}
    >
      {children}
    </OutsidePage>
  );
}

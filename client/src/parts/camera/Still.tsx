// A picture in the place of the camera's: taken, chosen or stored.
import type { ComponentProps } from 'react';
import s from './Camera.module.css';

export function Still(props: Omit<ComponentProps<'img'>, 'className' | 'alt'> & { alt: string }) {
  return (
    <div className={s.frame}>
      {/* Its address may come a moment later. */}
      {props.src && <img className={s.still} tabIndex={-1} {...props} alt={props.alt} />}
    </div>
  );
}

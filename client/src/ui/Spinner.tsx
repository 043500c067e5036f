// Work going on, next to the words that say which.
import s from './Spinner.module.css';

export function Spinner() {
  return <span className={s.spinner} aria-hidden="true" />;
}

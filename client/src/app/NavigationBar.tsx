// A hairline at the top while the next screen loads.
import { useNavigation } from 'react-router';
import s from './NavigationBar.module.css';

export function NavigationBar() {
  const { state } = useNavigation();
  return state === 'loading' ? <div className={s.bar} aria-hidden="true" /> : null;
}

// Says plainly that an installation is for development, and where its codes go.
import { useEffect, useState } from 'react';
import { loadConfig } from './calls';
import s from './DevelopmentNote.module.css';

export function DevelopmentNote() {
  const [development, setDevelopment] = useState(false);
  useEffect(() => {
    let left = false;
    loadConfig().then(
      (config) => !left && setDevelopment(config.devMode),
      // Without an answer there is nothing to say.
      () => {},
    );
    return () => {
      left = true;
    };
  }, []);
  if (!development) return null;
  return (
    <p className={s.note}>
      Development mode. Codes arrive in{' '}
      <a href="/dev/outbox" target="_blank" rel="noreferrer">
        the outbox
      </a>
      .
    </p>
  );
}

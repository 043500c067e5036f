// The way to the command palette: a button, and Ctrl+K or Cmd+K.
import { texts } from 'texts:admin';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { keysInWords } from '@/rules/keys';
import { Button } from '@/ui/Button';
import { onDemand } from '@/ui/onDemand';
import s from './PaletteButton.module.css';

const fetchPalette = () => import('./Palette');
const Palette = onDemand(fetchPalette);
const aheadAfterMs = 2_000;

export function PaletteButton() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      if (event.altKey || event.shiftKey) return;
      event.preventDefault();
      if (!event.repeat) setOpen((was) => !was);
    }
    document.addEventListener('keydown', onKeyDown);
    // Fetched before it is asked for: what is typed after the keys must not be lost.
    const ahead = setTimeout(() => void fetchPalette().catch(() => {}), aheadAfterMs);
    return () => {
      clearTimeout(ahead);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, []);
  return (
    <>
      <Button
        icon={<Search size={16} aria-hidden="true" />}
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {texts.palette}
        <span className={s.keys} aria-hidden="true">
          {keysInWords(['Ctrl', 'K'])}
        </span>
      </Button>
      {open && <Palette onClose={() => setOpen(false)} />}
    </>
  );
}

// Takes files that are dropped anywhere on the room. Where the member may not
// upload, a dropped file is refused, so that the browser does not leave the chat
// to show it.
import { texts as mediaTexts } from 'texts:chat/media';
import { Upload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import s from './DropZone.module.css';

interface DropZoneProps {
  enabled: boolean;
  onFiles: (files: readonly File[]) => void;
}

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
// A dialog has a place of its own for files.
const inDialog = (event: DragEvent) =>
  event.target instanceof Element && event.target.closest('[role=dialog]') !== null;

export function DropZone({ enabled, onFiles }: DropZoneProps) {
  const [over, setOver] = useState(false);
  const take = useRef(onFiles);
  take.current = onFiles;

  useEffect(() => {
    // The pointer enters one element before it leaves another.
    let depth = 0;
    function enter(event: DragEvent) {
      if (!hasFiles(event)) return;
      depth++;
      if (enabled && !inDialog(event)) setOver(true);
    }
    function leave(event: DragEvent) {
      if (!hasFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    }
    function move(event: DragEvent) {
      if (!hasFiles(event) || inDialog(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = enabled ? 'copy' : 'none';
    }
    function drop(event: DragEvent) {
      depth = 0;
      setOver(false);
      if (!hasFiles(event) || inDialog(event)) return;
      event.preventDefault();
      if (enabled) take.current([...(event.dataTransfer?.files ?? [])]);
    }
    const heard = { dragenter: enter, dragleave: leave, dragover: move, drop } as const;
    for (const [type, listener] of Object.entries(heard))
      window.addEventListener(type, listener as EventListener);
    return () => {
      for (const [type, listener] of Object.entries(heard))
        window.removeEventListener(type, listener as EventListener);
    };
  }, [enabled]);

  if (!over) return null;
  return (
    <div className={s.veil} aria-hidden="true">
      <p className={s.words}>
        <Upload size={24} strokeWidth={1.5} />
        {mediaTexts.dropHere}
      </p>
    </div>
  );
}

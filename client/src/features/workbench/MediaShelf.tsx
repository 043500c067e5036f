// A voice message, uploads on their way, and a grid that the arrow keys walk.
import { useRef } from 'react';
import { VoicePlayer } from '@/parts/voice/VoicePlayer';
import { waveformBars } from '@/rules/chat/waveform';
import { Button } from '@/ui/Button';
import { Progress } from '@/ui/Progress';
import { useGridFocus } from '@/ui/useGridFocus';
import { Shelf } from './Shelf';
import s from './WorkbenchRoute.module.css';

const peaks = Array.from({ length: waveformBars }, (_, i) =>
  Math.round(50 + 45 * Math.sin(i / 3) * Math.cos(i)),
);

export function MediaShelf() {
  const grid = useRef<HTMLDivElement>(null);
  const { active, onFocus, onKeyDown } = useGridFocus(grid, '');
  return (
    <Shelf name="Media">
      <VoicePlayer source={null} duration={74} waveform={peaks} />
      <VoicePlayer source={null} duration={0} waveform={[]} />
      <Progress words="Uploading" share={0.42} />
      <Progress words="Almost done" share={1} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons inside */}
      <div ref={grid} className={s.row} onFocus={onFocus} onKeyDown={onKeyDown}>
        {['One', 'Two', 'Three', 'Four'].map((name, index) => (
          <Button key={name} size="small" data-cell tabIndex={index === active ? 0 : -1}>
            {name}
          </Button>
        ))}
      </div>
    </Shelf>
  );
}

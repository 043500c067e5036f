// Plays a voice message: a plain audio element, which every phone has, drawn as a
// waveform that is also the way to another place in it. One plays at a time.
import { texts } from 'texts:parts/voice';
import { Pause, Play } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { clockTime } from '@/rules/chat/media';
import { Spinner } from '@/ui/Spinner';
import s from './VoicePlayer.module.css';
import { Waveform } from './Waveform';

interface VoicePlayerProps {
  /** null while its link is asked for. */
  source: string | null;
  /** Seconds; recordings often do not carry it themselves. */
  duration: number;
  /** 0 to 100; empty when unknown. */
  waveform: readonly number[];
  /** Whether Tab reaches the controls. */
  reachable?: boolean;
  /** The sound could not be loaded. */
  onFail?: () => void;
}

const speeds = [1, 1.5, 2] as const;
const stepSeconds = 5;

let playing: HTMLAudioElement | null = null;

export function VoicePlayer({ source, duration, waveform, reachable = true, onFail }: VoicePlayerProps) {
  const audio = useRef<HTMLAudioElement>(null);
  const [on, setOn] = useState(false);
  /** It has nothing to play yet. */
  const [dry, setDry] = useState(false);
  const waiting = on && dry;
  const [at, setAt] = useState(0);
  const [speed, setSpeed] = useState<(typeof speeds)[number]>(1);
  const [known, setKnown] = useState(duration);
  // Where to go once the sound is there, and whether it was to play: a renewed
  // link goes on where the old one failed.
  const target = useRef<{ at: number; play: boolean }>({ at: 0, play: false });
  const whole = known > 0 ? known : duration;
  const tab = reachable ? 0 : -1;

  useEffect(() => {
    const element = audio.current;
    return () => {
      if (playing === element) playing = null;
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address is a new load
  useEffect(() => {
    if (target.current.play) void start();
  }, [source]);

  async function start() {
    const element = audio.current;
    if (!element) return;
    if (playing !== element) playing?.pause();
    playing = element;
    target.current.play = true;
    element.playbackRate = speed;
    try {
      await element.play();
    } catch {
      // The error event reports a sound that cannot be loaded; a pause rejects a start too.
    }
  }

  function toggle() {
    if (!on) return void start();
    target.current.play = false;
    audio.current?.pause();
  }

  function seek(seconds: number) {
    const to = Math.max(0, Math.min(whole, seconds));
    setAt(to);
    target.current.at = to;
    const element = audio.current;
    if (element && element.readyState >= HTMLMediaElement.HAVE_METADATA) element.currentTime = to;
  }

  function seekByPointer(event: PointerEvent<HTMLDivElement>) {
    if (event.type === 'pointermove' && event.buttons === 0) return;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    if (width > 0) seek(((event.clientX - left) / width) * whole);
  }

  function seekByKey(event: KeyboardEvent) {
    const to = {
      ArrowLeft: at - stepSeconds,
      ArrowDown: at - stepSeconds,
      ArrowRight: at + stepSeconds,
      ArrowUp: at + stepSeconds,
      Home: 0,
      End: whole,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    seek(to);
  }

  function changeSpeed() {
    const next = speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? 1;
    setSpeed(next);
    if (audio.current) audio.current.playbackRate = next;
  }

  return (
    <div className={s.player}>
      {/* biome-ignore lint/a11y/useMediaCaption: voice messages carry no captions */}
      <audio
        ref={audio}
        src={source ?? undefined}
        preload="none"
        onPlay={() => setOn(true)}
        onWaiting={() => setDry(true)}
        onPlaying={() => setDry(false)}
        onPause={() => setOn(false)}
        onEnded={() => {
          target.current = { at: 0, play: false };
          setAt(0);
        }}
        onLoadedMetadata={({ currentTarget }) => {
          if (Number.isFinite(currentTarget.duration)) setKnown(currentTarget.duration);
          if (target.current.at > 0) currentTarget.currentTime = target.current.at;
          currentTarget.playbackRate = speed;
        }}
        onTimeUpdate={({ currentTarget }) => {
          target.current.at = currentTarget.currentTime;
          setAt(currentTarget.currentTime);
        }}
        onError={() => {
          setOn(false);
          onFail?.();
        }}
      />
      <button
        type="button"
        className={s.play}
        tabIndex={tab}
        aria-label={on ? texts.pause : texts.play}
        aria-busy={waiting || undefined}
        onClick={toggle}
      >
        {waiting ? (
          <Spinner />
        ) : on ? (
          <Pause size={20} aria-hidden="true" />
        ) : (
          <Play size={20} aria-hidden="true" />
        )}
      </button>
      <div
        className={s.track}
        role="slider"
        tabIndex={tab}
        aria-label={texts.position}
        aria-valuemin={0}
        aria-valuemax={Math.round(whole)}
        aria-valuenow={Math.round(at)}
        aria-valuetext={texts.timeOf({ at: clockTime(at), whole: clockTime(whole) })}
        onPointerDown={(event) => {
          // Holding still on it is no long press on the message.
          event.stopPropagation();
          event.currentTarget.setPointerCapture?.(event.pointerId);
          seekByPointer(event);
        }}
        onPointerMove={seekByPointer}
        onKeyDown={seekByKey}
      >
        <Waveform peaks={waveform} share={whole > 0 ? at / whole : 0} />
      </div>
      <span className={`mono ${s.time}`} aria-hidden="true">
        {clockTime(on || at > 0 ? at : whole)}
      </span>
      <button
        type="button"
        className={`mono ${s.speed}`}
        tabIndex={tab}
        aria-label={`${texts.speed} ${speed}×`}
        onClick={changeSpeed}
      >
        {speed}×
      </button>
    </div>
  );
}

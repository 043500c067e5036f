// Records a voice message, lets it be heard, and sends it or records it anew.
import { texts as sendingTexts } from 'texts:chat/sending';
import { Mic, RotateCcw, Square } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type MediaFacts, readSound } from '@/parts/readFile';
import { VoicePlayer } from '@/parts/voice/VoicePlayer';
import { clockTime } from '@/rules/chat/media';
import { chosenFiles } from '@/stores/room/drafts';
import type { SentMedia } from '@/stores/room/outgoing';
import { Button } from '@/ui/Button';
import { FieldError } from '@/ui/Field';
import { Modal } from '@/ui/Modal';
import { Progress } from '@/ui/Progress';
import { type Recorder, recordAtMostMs, startRecording } from './recorder';
import { TranscriptField } from './TranscriptField';
import { useObjectURL } from './useObjectURL';
import { uploadWords, useUpload } from './useUpload';
import s from './VoiceRecorder.module.css';

interface VoiceRecorderProps {
  roomId: string;
  onSend: (media: SentMedia) => void;
  onClose: () => void;
}

interface Recorded {
  sound: Blob;
  facts: MediaFacts;
}

type State = 'idle' | 'starting' | 'recording' | 'preview';

export default function VoiceRecorder({ roomId, onSend, onClose }: VoiceRecorderProps) {
  const [state, setState] = useState<State>('idle');
  const [recorded, setRecorded] = useState<Recorded | null>(null);
  const { share, quiet, error, setError, send, stop } = useUpload(sendingTexts.voiceFailed);
  const recorder = useRef<Recorder | null>(null);
  const closed = useRef(false);
  const [transcript, setTranscript] = useState('');
  const busy = share !== null;

  useEffect(() => {
    closed.current = false;
    return () => {
      closed.current = true;
      recorder.current?.cancel();
    };
  }, []);

  // A session that ends before it is sent leaves it among the room's files.
  const kept = useRef<File | null>(null);
  function keep(sound: Blob | null) {
    const others = (chosenFiles.get(roomId) ?? []).filter((file) => file !== kept.current);
    kept.current = sound && new File([sound], nameOf(sound.type), { type: sound.type });
    chosenFiles.set(roomId, kept.current ? [...others, kept.current] : others);
  }
  function close() {
    keep(null);
    onClose();
  }

  async function start() {
    setError(null);
    setRecorded(null);
    keep(null);
    setTranscript('');
    setState('starting');
    let began = 0; // once it was permitted
    try {
      const started = await startRecording(async (sound) => {
        recorder.current = null;
        // Some browsers cannot decode what they have recorded.
        const facts = { duration: (Date.now() - began) / 1_000, ...(await readSound(sound)) };
        if (closed.current) return;
        setRecorded({ sound, facts });
        if (sound.size > 0) keep(sound);
        setState('preview');
      });
      began = Date.now();
      if (closed.current) return started.cancel();
      recorder.current = started;
      setState('recording');
    } catch {
      setError(sendingTexts.microphoneFailed);
      setState('idle');
    }
  }

  async function upload() {
    if (!recorded || recorded.sound.size === 0) return setError(sendingTexts.noRecording);
    const { sound, facts } = recorded;
    const sent = await send({
      roomId,
      file: sound,
      name: nameOf(sound.type),
      facts: { ...facts, transcript },
    });
    if (!sent) return;
    onSend(sent);
    close();
  }

  return (
    <Modal
      open
      onOpenChange={(open) => !open && close()}
      title={sendingTexts.voiceTitle}
      unsaved={state === 'recording' || state === 'preview'}
      actions={
        state === 'preview' ? (
          <>
            {busy ? (
              <Button variant="ghost" onClick={stop}>
                {sendingTexts.cancel}
              </Button>
            ) : (
              <Button icon={<RotateCcw size={16} aria-hidden="true" />} onClick={() => void start()}>
                {sendingTexts.again}
              </Button>
            )}
            <Button variant="primary" busy={busy} onClick={() => void upload()}>
              {sendingTexts.sendVoice}
            </Button>
          </>
        ) : state === 'recording' ? (
          <Button
            variant="primary"
            icon={<Square size={16} aria-hidden="true" />}
            onClick={() => recorder.current?.stop()}
          >
            {sendingTexts.stop}
          </Button>
        ) : (
          <Button
            variant="primary"
            busy={state === 'starting'}
            icon={<Mic size={16} aria-hidden="true" />}
            onClick={() => void start()}
          >
            {sendingTexts.record}
          </Button>
        )
      }
    >
      <div className={s.stage}>
        {state === 'recording' && <Live recorder={recorder.current} />}
        {state === 'preview' && recorded && (
          <>
            <Heard recorded={recorded} />
            <TranscriptField value={transcript} onChange={setTranscript} />
          </>
        )}
        {(state === 'idle' || state === 'starting') && (
          <p className={s.ready}>{state === 'idle' ? sendingTexts.ready : sendingTexts.starting}</p>
        )}
      </div>
      <p className="sr-only" role="status">
        {state === 'recording' ? sendingTexts.recording : ''}
      </p>
      {busy && <Progress words={uploadWords(share, quiet)} share={share} />}
      <FieldError error={error} />
    </Modal>
  );
}

const tickMs = 250;

/** The time, and how loud it is. */
function Live({ recorder }: { recorder: Recorder | null }) {
  const [began] = useState(() => Date.now());
  const [now, setNow] = useState(began);
  const bar = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    let frame = 0;
    const draw = () => {
      bar.current?.style.setProperty('--level', String(recorder?.level() ?? 0));
      frame = requestAnimationFrame(draw);
    };
    draw();
    return () => {
      clearInterval(timer);
      cancelAnimationFrame(frame);
    };
  }, [recorder]);
  return (
    <div className={s.live}>
      <span className={s.dot} aria-hidden="true" />
      <span className={`mono ${s.time}`}>
        {clockTime((now - began) / 1_000)} / {clockTime(recordAtMostMs / 1_000)}
      </span>
      <span className={s.meter} aria-hidden="true">
        <span ref={bar} className={s.level} />
      </span>
    </div>
  );
}

function Heard({ recorded: { sound, facts } }: { recorded: Recorded }) {
  const url = useObjectURL(sound);
  if (!url) return null;
  return <VoicePlayer source={url} duration={facts.duration ?? 0} waveform={facts.waveform ?? []} />;
}

/** The server goes by what is inside; the name only has to be one. */
const nameOf = (type: string) =>
  `voice.${type.includes('mp4') ? 'm4a' : type.includes('ogg') ? 'ogg' : 'webm'}`;

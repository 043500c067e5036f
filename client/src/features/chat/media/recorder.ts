// Records from the microphone: webm with Opus where the browser can, mp4 where it
// cannot (Safari). The microphone is let go of at the end, however it ends.

export const recordAtMostMs = 120_000;
const bitsPerSecond = 128_000;
const kinds = ['audio/webm;codecs=opus', 'audio/webm', 'audio/mp4', 'audio/ogg;codecs=opus'];

export interface Recorder {
  /** Ends it; what was recorded goes to onDone. */
  stop: () => void;
  /** Ends it; what was recorded is thrown away. */
  cancel: () => void;
  /** How loud it is now, 0 to 1. */
  level: () => number;
}

/** Starts recording, or fails when there is no microphone or no permission. Stops itself after 120 s. */
export async function startRecording(onDone: (recording: Blob) => void): Promise<Recorder> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { echoCancellation: true, noiseSuppression: true },
  });
  const release = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  try {
    return record(stream, release, onDone);
  } catch (failure) {
    release();
    throw failure;
  }
}

function record(stream: MediaStream, release: () => void, onDone: (recording: Blob) => void): Recorder {
  const mimeType = kinds.find((kind) => MediaRecorder.isTypeSupported(kind));
  const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: bitsPerSecond });
  const meter = meterOf(stream);
  const parts: Blob[] = [];
  let thrownAway = false;
  recorder.ondataavailable = ({ data }) => {
    if (data.size > 0) parts.push(data);
  };
  recorder.onstop = () => {
    clearTimeout(timer);
    meter.close();
    release();
    if (!thrownAway) onDone(new Blob(parts, { type: recorder.mimeType || mimeType }));
  };
  const stop = () => {
    if (recorder.state !== 'inactive') recorder.stop();
  };
  const timer = setTimeout(stop, recordAtMostMs);
  recorder.start();
  return {
    stop,
    cancel() {
      thrownAway = true;
      stop();
      release();
    },
    level: meter.level,
  };
}

/** Hears how loud a stream is; always silent where the browser has no AudioContext. */
function meterOf(stream: MediaStream) {
  if (typeof AudioContext === 'undefined') return { level: () => 0, close() {} };
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 512;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Uint8Array(analyser.fftSize);
  return {
    level() {
      analyser.getByteTimeDomainData(samples);
      let sum = 0;
      for (const sample of samples) sum += ((sample - 128) / 128) ** 2;
      // Speech has a small mean; the root again makes it visible.
      return Math.min(1, Math.sqrt(Math.sqrt(sum / samples.length)));
    },
    close: () => void context.close(),
  };
}

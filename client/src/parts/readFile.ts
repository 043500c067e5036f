// Reads from a file in the browser what the server cannot without a decoder: a
// video's still and length, a sound's waveform. Whatever cannot be read is left
// out: the file is sent all the same.
import { fileKind } from '@/rules/chat/upload';
import { peaksOf } from '@/rules/chat/waveform';

/** What this browser knows of a file; the server looks for itself where it can. */
export interface MediaFacts {
  /** A still of a video. */
  poster?: Blob | null;
  /** Seconds. */
  duration?: number | null;
  /** Of a voice message, 0 to 100. */
  waveform?: readonly number[] | null;
  /** What is said in it, as the sender wrote it. */
  transcript?: string;
  /** A WebVTT file of a video. */
  captions?: File | undefined;
}

const readWithinMs = 5_000;
const posterSide = 640; // pixels of the longer side
const posterAt = 0.5; // seconds into the video
const decodedRate = 8_000; // Hz; enough for sixty bars, and little memory
const decodedSeconds = 600; // longer sounds are not decoded

/** What is known of a file that was chosen; `url` is its object URL. */
export async function readFile(file: Blob, url: string): Promise<MediaFacts> {
  const kind = fileKind(file.type);
  if (kind === 'video') return readVideo(url);
  if (kind === 'audio') return readAudio(file, url);
  return {};
}

async function readVideo(url: string): Promise<MediaFacts> {
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.preload = 'auto';
  try {
    await happens(video, 'loadeddata', () => {
      video.src = url;
    });
    const duration = Number.isFinite(video.duration) ? video.duration : null;
    await happens(video, 'seeked', () => {
      video.currentTime = Math.min(posterAt, (duration ?? 0) / 2);
    });
    return { duration, poster: await still(video) };
  } catch {
    return {};
  } finally {
    video.removeAttribute('src');
    video.load();
  }
}

async function still(video: HTMLVideoElement): Promise<Blob | null> {
  const scale = Math.min(1, posterSide / Math.max(video.videoWidth, video.videoHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(video.videoWidth * scale));
  canvas.height = Math.max(1, Math.round(video.videoHeight * scale));
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, 'image/jpeg', 0.8));
}

async function readAudio(file: Blob, url: string): Promise<MediaFacts> {
  const audio = document.createElement('audio');
  audio.preload = 'metadata';
  try {
    await happens(audio, 'loadedmetadata', () => {
      audio.src = url;
    });
    const { duration } = audio;
    if (Number.isFinite(duration) && duration > decodedSeconds) return { duration };
    return await readSound(file);
  } catch {
    return {};
  } finally {
    audio.removeAttribute('src');
    audio.load();
  }
}

/** The length and the waveform of a sound. */
export async function readSound(file: Blob): Promise<MediaFacts> {
  try {
    const context = new OfflineAudioContext(1, 1, decodedRate);
    const sound = await context.decodeAudioData(await file.arrayBuffer());
    return { duration: sound.duration, waveform: peaksOf(sound.getChannelData(0)) };
  } catch {
    return {};
  }
}

/** Waits for an event after `cause`; fails on an error or after five seconds. */
function happens(element: HTMLMediaElement, event: string, cause: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('too slow')), readWithinMs);
    const end = (then: () => void) => () => {
      clearTimeout(timer);
      then();
    };
    element.addEventListener(event, end(resolve), { once: true });
    element.addEventListener(
      'error',
      end(() => reject(new Error('unreadable'))),
      { once: true },
    );
    cause();
  });
}

// One camera: its stream is released when it is stopped, turned, or no longer shown.
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import {
  type CameraFault,
  cameraFault,
  cameraWish,
  type Facing,
  photoQuality,
  photoType,
} from '@/rules/photo';

export interface LiveCamera {
  video: RefObject<HTMLVideoElement | null>;
  facing: Facing;
  /** The picture runs. */
  live: boolean;
  /** There is another camera to turn to. */
  turns: boolean;
  flip: () => void;
  /** The present picture as a file; 'notReady' and 'notCaptured' say why there is none. */
  capture: () => Promise<File | 'notReady' | 'notCaptured'>;
}

/** Runs as long as the component is shown. `onFault` is called when the camera cannot be used. */
export function useCamera(onFault: (fault: CameraFault) => void): LiveCamera {
  const video = useRef<HTMLVideoElement>(null);
  const [facing, setFacing] = useState<Facing>('user');
  const [live, setLive] = useState(false);
  const [turns, setTurns] = useState(false);
  const report = useRef(onFault);
  report.current = onFault;

  useEffect(() => {
    let stream: MediaStream | null = null;
    let left = false;
    const release = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
      stream = null;
    };
    async function run() {
      try {
        if (!navigator.mediaDevices?.getUserMedia) return report.current('missing');
        stream = await navigator.mediaDevices.getUserMedia(cameraWish(facing));
        // The permission may come when the page has been left.
        if (left) return release();
        // Unplugged, or taken away by the person.
        for (const track of stream.getTracks()) track.onended = () => !left && report.current('other');
        const element = video.current;
        if (!element) return release();
        element.srcObject = stream;
        await element.play().catch(() => {});
        if (left) return;
        setLive(true);
        const several = await hasSeveral();
        if (!left) setTurns(several);
      } catch (cause) {
        release();
        if (!left) report.current(cameraFault(cause));
      }
    }
    void run();
    const element = video.current;
    return () => {
      left = true;
      setLive(false);
      release();
      if (element) element.srcObject = null;
    };
  }, [facing]);

  const flip = useCallback(() => setFacing((now) => (now === 'user' ? 'environment' : 'user')), []);
  const capture = useCallback(() => captured(video.current), []);
  return { video, facing, live, turns, flip, capture };
}

/** Browsers name the cameras once one is allowed. */
async function hasSeveral(): Promise<boolean> {
  const devices = await navigator.mediaDevices.enumerateDevices?.().catch(() => []);
  return (devices ?? []).filter(({ kind }) => kind === 'videoinput').length > 1;
}

async function captured(video: HTMLVideoElement | null): Promise<File | 'notReady' | 'notCaptured'> {
  if (!video || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || video.videoWidth === 0)
    return 'notReady';
  try {
    const canvas = document.createElement('canvas');
    canvas.width = video.videoWidth;
    canvas.height = video.videoHeight;
    const context = canvas.getContext('2d');
    if (!context) return 'notCaptured';
    context.drawImage(video, 0, 0);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, photoType, photoQuality));
    return blob ? new File([blob], 'photo.jpg', { type: photoType }) : 'notCaptured';
  } catch {
    return 'notCaptured';
  }
}

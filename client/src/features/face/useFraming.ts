// How the face should move, where the browser itself finds faces. It only helps: nothing
// waits for it, nothing of it is sent, and the server looks at the picture anew.
import { type RefObject, useEffect, useState } from 'react';

export type Framing = 'none' | 'several' | 'far' | 'aside' | 'good';

interface FoundFace {
  boundingBox: { x: number; y: number; width: number; height: number };
}

interface FaceFinder {
  detect: (video: HTMLVideoElement) => Promise<readonly FoundFace[]>;
}

declare global {
  interface Window {
    /** Of the Shape Detection API, which few browsers have. */
    FaceDetector?: new (options: {
      fastMode: boolean;
      maxDetectedFaces: number;
    }) => FaceFinder;
  }
}

const leastHeight = 0.25;
const mostAside = 0.2;
const everyMs = 500;

/** What is wrong with the faces in a picture of a size, in its pixels. */
export function framingOf(faces: readonly FoundFace[], width: number, height: number): Framing {
  const [face, second] = faces;
  if (!face) return 'none';
  if (second) return 'several';
  const { x, y, width: wide, height: high } = face.boundingBox;
  if (high < leastHeight * height) return 'far';
  const aside = Math.max(Math.abs(x + wide / 2 - width / 2), Math.abs(y + high / 2 - height / 2));
  return aside > mostAside * Math.min(width, height) ? 'aside' : 'good';
}

/** Null where the browser cannot say. */
export function useFraming(video: RefObject<HTMLVideoElement | null>, live: boolean): Framing | null {
  const [framing, setFraming] = useState<Framing | null>(null);
  useEffect(() => {
    const Finder = window.FaceDetector;
    if (!live || !Finder) return;
    let left = false;
    let timer: ReturnType<typeof setTimeout>;
    async function look(finder: FaceFinder) {
      const shown = video.current;
      if (!shown) return;
      const faces = await finder.detect(shown);
      if (left) return;
      setFraming(framingOf(faces, shown.videoWidth, shown.videoHeight));
      timer = setTimeout(start, everyMs, finder);
    }
    // Some browsers have the name and no finder behind it.
    function start(finder: FaceFinder) {
      look(finder).catch(() => !left && setFraming(null));
    }
    try {
      start(new Finder({ fastMode: true, maxDetectedFaces: 2 }));
    } catch {
      return;
    }
    return () => {
      left = true;
      clearTimeout(timer);
      setFraming(null);
    };
  }, [video, live]);
  return framing;
}

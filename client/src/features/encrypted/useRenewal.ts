// The links of an opened message end after ten minutes. What does not load is asked
// for again, once for all of it; what does not load then is broken.
import { useRef, useState } from 'react';
import { renewDecrypted } from '@/queries/encrypted';
import type { Decrypted } from '@/wire/bodies.gen';

export interface Renewal {
  result: Decrypted;
  /** Ids of the files that cannot be shown; 'video' for the one video. */
  broken: ReadonlySet<string>;
  /** A file did not load. */
  onFail: (id: string) => void;
}

const renewedMs = 30_000; // links as young as that have not ended

const linkOf = (result: Decrypted, id: string) =>
  result.galleryItems.find((item) => item.id === id)?.url ?? result.videoUrl;

export function useRenewal(first: Decrypted): Renewal {
  const [result, setResult] = useState(first);
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set());
  const failed = useRef(new Set<string>());
  const renewedAt = useRef(Number.NEGATIVE_INFINITY);
  const asking = useRef(false);

  const give = (ids: Iterable<string>) => setBroken((now) => new Set([...now, ...ids]));

  async function renew() {
    asking.current = true;
    try {
      const next = await renewDecrypted(result.id);
      give([...failed.current].filter((id) => linkOf(next, id) === linkOf(result, id)));
      setResult({ ...next, viewCount: first.viewCount });
    } catch {
      give(failed.current);
    }
    failed.current.clear();
    renewedAt.current = Date.now();
    asking.current = false;
  }

  function onFail(id: string) {
    if (Date.now() - renewedAt.current < renewedMs && !asking.current) return give([id]);
    failed.current.add(id);
    if (!asking.current) void renew();
  }

  return { result, broken, onFail };
}

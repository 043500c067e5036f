// The link to a message's media. It ends after ten minutes: a link that has
// ended, or that does not load, is asked for again once, and then every half
// minute, because the storage may be away.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { serverNow } from '@/net/serverClock';
import { mediaLinkQuery } from '@/queries/chat/media';
import { queryClient } from '@/queries/client';
import { linkEnded } from '@/rules/chat/media';
import { failureOf } from '@/ui/QueryView';

/** The media of one message, as a message or the gallery brought it. */
export interface MediaSource {
  messageId: string;
  url: string | null;
  thumbnail: string | null;
}

export interface MediaLink {
  url: string | null;
  thumbnail: string | null;
  /** Neither the link nor a renewed one loads. */
  failed: boolean;
  /** For the element that shows it. */
  onError: () => void;
  retry: () => void;
}

const renewedMs = 30_000; // a link as young as that has not ended

export function useMediaLink({ messageId, url, thumbnail }: MediaSource): MediaLink {
  const [ended] = useState(() => url === null || linkEnded(url, serverNow()));
  const [asked, setAsked] = useState(false);
  const [gaveUp, setGaveUp] = useState(false);
  const query = useQuery({ ...mediaLinkQuery(messageId), enabled: asked || ended }, queryClient);
  const renewed = query.data;
  const given = ended ? null : url;
  function retry() {
    setGaveUp(false);
    setAsked(true);
    void query.refetch();
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the wait begins when it was given up
  useEffect(() => {
    if (!gaveUp) return;
    const again = setTimeout(retry, renewedMs);
    return () => clearTimeout(again);
  }, [gaveUp]);
  return {
    url: renewed?.media_url ?? given,
    thumbnail: renewed ? renewed.media_thumbnail_url : ended ? null : thumbnail,
    failed: gaveUp || failureOf(query) !== null,
    onError() {
      if (query.isFetching) return;
      if (!renewed) setAsked(true);
      else if (Date.now() - query.dataUpdatedAt > renewedMs) void query.refetch();
      else setGaveUp(true);
    },
    retry,
  };
}

// The captions of a video: asked for once it is to play.
import { texts as mediaTexts } from 'texts:chat/media';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { captionsQuery } from '@/queries/chat/media';
import { queryClient } from '@/queries/client';
import type { MediaMetadata } from '@/wire/frames.gen';
import { useObjectURL } from './useObjectURL';

interface CaptionsProps {
  messageId: string;
  metadata: MediaMetadata | undefined;
  /** Whether the video is to play. */
  wanted: boolean;
}

export function Captions({ messageId, metadata, wanted }: CaptionsProps) {
  const enabled = wanted && metadata?.captioned === true;
  const { data } = useQuery({ ...captionsQuery(messageId), enabled }, queryClient);
  const captions = enabled ? data : '';
  const file = useMemo(() => (captions ? new Blob([captions], { type: 'text/vtt' }) : null), [captions]);
  const url = useObjectURL(file);
  return url && <track key={url} kind="captions" src={url} label={mediaTexts.captions} default />;
}

// Saves a message's file on this device, by a link that has just been made.

import { texts as mediaTexts } from 'texts:chat/media';
import { mediaLinkQuery } from '@/queries/chat/media';
import { queryClient } from '@/queries/client';
import { fileName } from '@/rules/chat/media';
import { toast } from '@/stores/toast';

export async function saveMedia(messageId: string) {
  try {
    const media = await queryClient.fetchQuery({ ...mediaLinkQuery(messageId), staleTime: 0 });
    const link = document.createElement('a');
    link.href = media.media_url;
    link.download = fileName(media.media_type, media.created_at, media.metadata.mimeType);
    document.body.append(link);
    link.click();
    link.remove();
  } catch {
    toast(mediaTexts.saveFailed, { tone: 'alert' });
  }
}

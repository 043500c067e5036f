// Saves a message's file on this device, by a link that has just been made.
import { queryClient } from '@/queries/client';
import { mediaLinkQuery } from '@/queries/media';
import { toast } from '@/stores/toast';
import { mediaTexts } from './texts';

export async function saveMedia(messageId: string) {
  try {
    const { media_url } = await queryClient.fetchQuery({ ...mediaLinkQuery(messageId), staleTime: 0 });
    const link = document.createElement('a');
    link.href = media_url;
    // The server names the file.
    link.download = '';
    document.body.append(link);
    link.click();
    link.remove();
  } catch {
    toast(mediaTexts.saveFailed, { tone: 'alert' });
  }
}

// One picture, video or voice message of a room over the whole screen.
import { texts as mediaTexts } from 'texts:chat/media/viewer';
import { Download } from 'lucide-react';
import { Viewer } from '@/parts/viewer/Viewer';
import { fullTime } from '@/rules/time';
import { moveViewer, useViewer, type ViewerItem } from '@/stores/room/viewer';
import { useRoomLog } from '@/stores/roomlog/roomLog';
import { IconButton } from '@/ui/IconButton';
import s from './MediaViewer.module.css';
import { saveMedia } from './saveMedia';
import { ViewedPicture, ViewedVideo, ViewedVoice } from './Viewed';

export default function MediaViewer({ onClose }: { onClose: () => void }) {
  const { items, at } = useViewer();
  const item = items?.[at];
  // As the message is now, where the list has it.
  const message = useRoomLog((log) => log.messages.findLast((m) => m.id === item?.messageId));
  if (!items || !item) return null;
  const deleted = item.deleted || (message !== undefined && message.deleted_at !== null);
  return (
    <Viewer
      label={mediaTexts.viewer}
      caption={
        <>
          <span className={s.who}>{item.username}</span>
          <span className={s.when}>{fullTime(Date.parse(item.createdAt))}</span>
        </>
      }
      at={at}
      of={items.length}
      actions={
        <IconButton
          label={mediaTexts.save}
          icon={<Download size={20} aria-hidden="true" />}
          disabled={deleted}
          onClick={() => void saveMedia(item.messageId)}
        />
      }
      onStep={moveViewer}
      onClose={onClose}
    >
      {deleted ? (
        <p className={s.gone}>{mediaTexts.deleted}</p>
      ) : (
        <Shown
          key={item.messageId}
          item={{ ...item, metadata: message?.media_metadata ?? item.metadata }}
          onClose={onClose}
        />
      )}
    </Viewer>
  );
}

function Shown({ item, onClose }: { item: ViewerItem; onClose: () => void }) {
  if (item.kind === 'video') return <ViewedVideo item={item} />;
  if (item.kind === 'voice') return <ViewedVoice item={item} />;
  return <ViewedPicture item={item} onClose={onClose} />;
}

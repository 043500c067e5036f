// Asks before a room and its messages go for good.
import { texts } from 'texts:admin/chat/rooms';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '@/net/api';
import { toast } from '@/stores/toast';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import type { AdminRoom } from '@/wire/bodies.gen';
import { deleteRoom } from './roomCalls';

export function DeleteRoomDialog({ room, onClose }: { room: AdminRoom | null; onClose: () => void }) {
  // The words stay while the dialog leaves.
  const [shown, setShown] = useState(room);
  if (room && room !== shown) setShown(room);

  const remove = useMutation({
    mutationFn: deleteRoom,
    onSuccess: () => {
      toast(texts.deleted, { tone: 'clear' });
      close();
    },
  });

  function close() {
    remove.reset();
    onClose();
  }

  return (
    <ConfirmDialog
      open={room !== null}
      onClose={close}
      title={texts.deleteTitle({ name: shown?.display_name ?? '' })}
      description={texts.deleteText({
        members: shown?.member_count ?? 0,
        messages: shown?.message_count ?? 0,
      })}
      confirm={texts.deleteRoom}
      onConfirm={() => room && remove.mutate(room.id)}
      busy={remove.isPending}
      error={remove.error ? messageOf(remove.error, texts.deleteFailed) : null}
    />
  );
}

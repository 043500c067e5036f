// Opens the room of a message that somebody wants to see, when it is not this one.
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { chatRoomPath } from '@/rules/paths';
import { useJump } from '@/stores/room/jump';

export function useJumpAcross(roomId: string | null) {
  const navigate = useNavigate();
  const target = useJump((jumps) => jumps.target?.roomId);
  useEffect(() => {
    if (target !== undefined && target !== roomId) navigate(chatRoomPath(target));
  }, [target, roomId, navigate]);
}

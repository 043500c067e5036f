// How far notification campaigns are, as the socket tells administrators.
import { create } from 'zustand';
import { createChatSocket } from '@/net/socket';
import type { CampaignProgress } from '@/wire/frames.gen';
import { useSession } from './session';

export type Told = Omit<CampaignProgress, 'type'>;

interface CampaignsState {
  byId: Record<string, Told>;
}

const nothing: CampaignsState = { byId: {} };

export const useCampaigns = create<CampaignsState>(() => nothing);

export function campaignTold({ campaignId, status, queuedCount, sent, failed, unknown, progress }: Told) {
  const told: Told = { campaignId, status, queuedCount, sent, failed, unknown, progress };
  useCampaigns.setState(({ byId }) => ({ byId: { ...byId, [campaignId]: told } }));
}

/**
 * Listens to campaigns until the returned function is called, over a socket that is
 * in no room. Without it the screen asks every 2 s all the same.
 */
export function watchCampaigns(): () => void {
  let watching = true;
  const { protocol, host } = window.location;
  const socket = createChatSocket(() => `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/ws/chat`, {
    opened() {
      const { token } = useSession.getState();
      if (token) socket.send({ type: 'join_chat', token });
    },
    frame(frame) {
      if (frame.type === 'campaign_progress') campaignTold(frame);
      if (frame.type === 'room_joined') {
        socket.healthy();
        socket.send({ type: 'leave_room', roomId: frame.roomId });
      }
    },
    status() {},
    ended() {},
    mayRetry: () => watching && useSession.getState().token !== null,
    probe() {},
  });
  socket.open();
  return () => {
    watching = false;
    socket.close();
  };
}

useSession.subscribe((now, before) => {
  if (now.endings !== before.endings) useCampaigns.setState(nothing, true);
});

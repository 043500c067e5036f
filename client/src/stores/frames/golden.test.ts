// The golden frames are shared with the server's tests: what Go encodes, this
// client reads, field by field.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '@/net/api';
import { config } from '@/net/server.fixture';
import { parseFrame } from '@/net/socket';
import { onBadges } from '@/stores/badges';
import { useCampaigns } from '@/stores/campaign/campaigns';
import { useIgnored } from '@/stores/chat/ignored';
import { onRoomsListed, resetRooms, useRooms } from '@/stores/chat/rooms';
import { listed } from '@/stores/chat/rooms.fixture';
import { useActivity, watchActivity } from '@/stores/desk/activity';
import { type AdminChange, onAdminChanges } from '@/stores/desk/adminChanges';
import { useProfilePictures } from '@/stores/people/profilePictures';
import { useUsernamePrompt } from '@/stores/people/usernamePrompt';
import { openOutgoing, useOutgoing } from '@/stores/room/outgoing';
import { usePins } from '@/stores/room/pins';
import { addPerson, clearRoomPresence, usePresence } from '@/stores/room/presence';
import { startRoom, useRoom } from '@/stores/room/room';
import { useRoomNotice } from '@/stores/room/roomNotice';
import { showHistory } from '@/stores/roomlog/historyPages';
import { body } from '@/stores/roomlog/messages.fixture';
import { openRoom, useRoomLog } from '@/stores/roomlog/roomLog';
import { useCost } from '@/stores/serverCost';
import { useConfigState } from '@/stores/session/config';
import { me } from '@/stores/session/me.fixture';
import { startSession, useSession } from '@/stores/session/session';
import { onStale, type Stale } from '@/stores/stale';
import type { Outgoing } from '@/wire/frames.gen';
import { applyFrame } from './applyFrame';

const folder = join(import.meta.dirname, '../../../../actors/wire/testdata/out');
const golden = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => [name, readFileSync(join(folder, name), 'utf8').trim()] as const);

const badgesHeard: Outgoing[] = [];
onBadges((change) => badgesHeard.push(change));
const adminChangesHeard: AdminChange[] = [];
onAdminChanges((changes) => adminChangesHeard.push(...changes));

// What of HTTP the frame makes out of date.
let stale: Stale[] = [];

const bob = '01957a30-0000-7000-8000-00000000000b';
const target = '01957a30-0000-7000-8000-000000000001';

const bobsProfile = {
  user_id: bob,
  username: 'bob',
  profile_picture_url: '/media/old',
  profile_picture_thumbnail_url: '/media/old-small',
  image_url: '/media/old',
  is_recent_contributor: true,
};

/** The room as it is before each frame: one message, and bob in it. */
function comeInto(roomId: string) {
  watchActivity({});
  openRoom(roomId);
  clearRoomPresence();
  startRoom(roomId);
  openOutgoing('u-me', roomId);
  resetRooms();
  onRoomsListed([listed({ id: roomId })]);
  usePins.setState({ roomId, pins: [] });
  useConfigState.setState({ config });
  const reactions = [{ messageId: target, user_id: bob, username: 'bob', reaction: '🔥' }];
  showHistory([body({ seq: 1, id: target, roomId, user_id: bob, username: 'bob', reactions })]);
  addPerson({ userId: bob, username: 'bob', contributor: false });
  useProfilePictures.setState({ byName: new Map([['bob', { profile: bobsProfile, at: 0 }]]) });
}

const shown = () => useRoomLog.getState().messages;
const presence = () => usePresence.getState();

type Check<Frame> = (frame: Frame) => void;
const checks: { [Type in Outgoing['type']]: Check<Extract<Outgoing, { type: Type }>> } = {
  connected: (frame) => expect(Date.parse(frame.serverTime)).not.toBeNaN(),
  joined(frame) {
    expect(presence().chatCount).toBe(frame.onlineCount);
    expect(useSession.getState().user?.username).toBe(frame.username);
  },
  room_joined(frame) {
    expect(presence().roomCount).toBe(frame.onlineCount);
    expect(useRoom.getState()).toEqual({ roomId: frame.roomId, status: 'in' });
    if (!frame.resumed) expect(useRoomLog.getState().historyUpTo).toBe(frame.seq);
  },
  room_left: () => expect(presence().typing).toEqual([]),
  user_joined_room(frame) {
    expect(presence().roomCount).toBe(frame.onlineCount);
    expect(presence().people.get(frame.userId)).toEqual({
      userId: frame.userId,
      username: frame.username,
      contributor: frame.isRecentContributor,
    });
  },
  user_left_room(frame) {
    expect(presence().roomCount).toBe(frame.onlineCount);
    expect(presence().people.has(frame.userId)).toBe(false);
  },
  user_joined: (frame) => expect(presence().chatCount).toBe(frame.onlineCount),
  user_left: (frame) => expect(presence().chatCount).toBe(frame.onlineCount),
  message_history(frame) {
    expect(shown()).toEqual([...frame.messages].sort((a, b) => a.seq - b.seq));
  },
  message(frame) {
    const { type: _, ...message } = frame;
    expect(shown().find((m) => m.seq === frame.seq)).toEqual(message);
    expect(Object.keys(body({ seq: 1 })).filter((field) => !(field in message))).toEqual([]);
  },
  message_deleted(frame) {
    expect(shown()[0]).toMatchObject({ id: frame.messageId, message: '', deleted_at: frame.deleted_at });
  },
  reaction_added({ messageId, user_id, username, reaction }) {
    expect(shown()[0]?.reactions.at(-1)).toEqual({ messageId, user_id, username, reaction });
  },
  reaction_removed({ reaction }) {
    expect(shown()[0]?.reactions.map((r) => r.reaction)).not.toContain(reaction);
  },
  typing_indicator(frame) {
    expect(presence().typing).toEqual(frame.isTyping ? [frame.username] : []);
  },
  typing_users_update: (frame) => expect(presence().typing).toEqual(frame.users),
  username_changed(frame) {
    expect(presence().people.get(frame.userId)?.username).toBe(frame.newUsername);
    expect(shown()[0]?.username).toBe(frame.newUsername);
  },
  room_username_changed(frame) {
    expect(shown()[0]?.reactions[0]?.username).toBe(frame.newUsername);
  },
  username_required: () => expect(useUsernamePrompt.getState().open).toBe(true),
  error(frame) {
    if (frame.code === 'rate_limited') {
      expect(useOutgoing.getState().waitUntil).toBe(Date.now() + Math.max(1_000, frame.retryAfterMs ?? 0));
    } else expect(useRoomNotice.getState().notice?.text).toBe(frame.message);
    expect(frame.error).toBe(frame.message);
  },
  message_edited(frame) {
    expect(shown()[0]).toMatchObject({ message: frame.message, edited_at: frame.editedAt });
    expect(useRoomLog.getState().lastSeq).toBe(frame.seq);
  },
  message_pinned(frame) {
    expect(usePins.getState().pins[0]).toMatchObject({ message: { id: frame.messageId }, pinnedBy: 'bob' });
    expect(useRoomLog.getState().lastSeq).toBe(frame.seq);
  },
  message_unpinned(frame) {
    expect(usePins.getState().pins).toEqual([]);
    expect(useRoomLog.getState().lastSeq).toBe(frame.seq);
  },
  message_preview(frame) {
    expect(shown()[0]?.preview).toEqual(frame.preview);
    expect(useRoomLog.getState().lastSeq).toBe(frame.seq);
  },
  message_media(frame) {
    expect(shown()[0]?.media_metadata).toEqual(frame.metadata);
    expect(useRoomLog.getState().lastSeq).toBe(frame.seq);
    vi.runOnlyPendingTimers();
    expect(stale).toEqual(frame.metadata.captioned ? [`captions:${frame.messageId}`] : []);
  },
  message_flagged: (frame) => expect(shown()[0]?.is_flagged).toBe(frame.is_flagged),
  room_changed(frame) {
    expect(useRooms.getState().byId[frame.roomId]).toMatchObject(frame.room);
    expect(useRoomLog.getState().lastSeq).toBe(frame.seq);
  },
  read_state({ roomId, lastReadSeq, unread, mentions }) {
    expect(useRooms.getState().byId[roomId]).toMatchObject({ lastReadSeq, unread, mentions });
  },
  room_activity({ roomId, lastSeq, lastMessage }) {
    expect(useRooms.getState().byId[roomId]).toMatchObject({ lastSeq, lastMessage, unread: 1, mentions: 1 });
  },
  server_cost_update(frame) {
    expect(frame.currentCost).toBe(-12.5);
    expect(useCost.getState().latest).toEqual([[frame.line, frame.currentCost]]);
  },
  admin_changed({ type: _, ...frame }) {
    vi.runOnlyPendingTimers();
    expect(adminChangesHeard).toContainEqual(frame);
  },
  campaign_progress({ type: _, ...frame }) {
    expect(useCampaigns.getState()[frame.campaignId]?.[0]?.[1]).toMatchObject(frame);
  },
  emergency_receipt(frame) {
    expect(frame.receipt).toBe('handed_over');
    expect(stale).toEqual(['emergency']);
  },
  profile_changed(frame) {
    const bobs = useProfilePictures.getState().byName.get('bob')?.profile;
    expect(bobs?.profile_picture_url).toBe(frame.profile_picture_url);
    expect(bobs?.profile_picture_thumbnail_url).toBe(frame.profile_picture_thumbnail_url);
    expect(bobs?.is_recent_contributor).toBe(true);
  },
  community_changed({ type: _, ...shown }) {
    expect(useConfigState.getState().config).toMatchObject({ ...config, ...shown });
  },
  ignored_changed({ userId, username }) {
    expect(useIgnored.getState().members.get(userId)).toBe(username);
  },
  badge_earned: () => expect(stale).toEqual(['profile', 'earned']),
  badges_changed: (frame) => expect(badgesHeard).toEqual([frame]),
  activity({ type: _, ...frame }) {
    expect(useActivity.getState().items).toEqual([{ ...frame, key: frame.id }]);
  },
  activity_watched: () => expect(useActivity.getState().live).toBe(true),
  activity_left_out: (frame) => expect(useActivity.getState().items[0]?.leftOut).toBe(frame.count),
  watching: (frame) => expect(frame.username).toBe('ann'),
  standing_changed(frame) {
    expect(Date.parse(frame.bannedUntil ?? '')).not.toBeNaN();
    expect(stale).toEqual(['userStatus']);
  },
  points_changed(frame) {
    expect(frame.points).toBe(153);
    expect(stale).toEqual(['profile', 'points']);
  },
  earned_changed: (frame) => expect(stale).toEqual([`member:${frame.username}`]),
  rank_changed: (frame) => expect(stale).toEqual([`member:${frame.username}`]),
  contributor_changed(frame) {
    expect(frame.isRecentContributor).toBe(true);
    expect(presence().people.get(frame.userId)?.contributor).toBe(true);
  },
};

describe('golden frames', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(api, 'get').mockReturnValue(new Promise(() => {}));
    startSession('t', me);
    stale = [];
    const stop = onStale((what) => stale.push(what));
    return () => {
      vi.useRealTimers();
      stop();
    };
  });

  it('has a file for every frame', () => {
    const types = new Set(golden.map(([name]) => name.split('.')[0]));
    expect([...types].sort()).toEqual(Object.keys(checks).sort());
  });

  it.each(golden)('applies the server frame %s (WS-12)', (name, text) => {
    const frame = parseFrame(text);
    if (!frame) throw new Error(`${name} is no frame`);
    expect(name.split('.')[0]).toBe(frame.type);
    comeInto(('roomId' in frame && frame.roomId) || 'general');
    if ('seq' in frame) useRoomLog.setState({ lastSeq: frame.seq - 1 });
    // What a message brings is not in the list yet.
    if (frame.type === 'message' || frame.type === 'message_history') openRoom(frame.roomId);
    applyFrame(frame);
    (checks[frame.type] as Check<Outgoing>)(frame);
  });
});

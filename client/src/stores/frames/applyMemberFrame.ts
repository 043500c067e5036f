// The frames that concern members and not rooms: pages outside chat are sent them too.

import { onBadgesChanged } from '@/stores/badges';
import { onCampaignProgress } from '@/stores/campaign/campaigns';
import { onIgnoredChanged } from '@/stores/chat/ignored';
import { onActivity, onActivityLeftOut, setActivityLive } from '@/stores/desk/activity';
import { onAdminChange } from '@/stores/desk/adminChanges';
import { onContributorChanged, onProfileChanged } from '@/stores/people/profilePictures';
import { setContributor } from '@/stores/room/presence';
import { onServerCost } from '@/stores/serverCost';
import { onCommunityChanged } from '@/stores/session/config';
import { useSession } from '@/stores/session/session';
import { markStale } from '@/stores/stale';
import type { Outgoing } from '@/wire/frames.gen';
import { memberRenamed } from './memberRenamed';

export type MemberFrame = Extract<
  Outgoing,
  {
    type:
      | 'contributor_changed'
      | 'admin_changed'
      | 'campaign_progress'
      | 'community_changed'
      | 'emergency_receipt'
      | 'profile_changed'
      | 'username_changed'
      | 'badges_changed'
      | 'badge_earned'
      | 'ignored_changed'
      | 'rank_changed'
      | 'earned_changed'
      | 'points_changed'
      | 'standing_changed'
      | 'server_cost_update'
      | 'activity'
      | 'activity_watched'
      | 'activity_left_out';
  }
>;

const myId = () => useSession.getState().user?.id ?? '';

/** Applies a frame that concerns members; false for any other. */
export function applyMemberFrame(frame: Outgoing): frame is MemberFrame {
  switch (frame.type) {
    case 'contributor_changed':
      onContributorChanged(frame);
      setContributor(frame.userId, frame.isRecentContributor);
      if (frame.userId === myId()) markStale('contributions');
      return true;
    case 'admin_changed':
      onAdminChange(frame);
      return true;
    case 'campaign_progress':
      onCampaignProgress(frame);
      return true;
    case 'community_changed':
      onCommunityChanged(frame);
      return true;
    case 'emergency_receipt':
      markStale('emergency');
      return true;
    case 'profile_changed':
      onProfileChanged(frame);
      markStale(`member:${frame.username}`);
      if (frame.userId === myId()) markStale('profile');
      return true;
    case 'username_changed':
      memberRenamed(frame);
      return true;
    case 'ignored_changed':
      onIgnoredChanged(frame);
      return true;
    case 'badges_changed':
      onBadgesChanged(frame);
      return true;
    case 'badge_earned':
      markStale('profile', 'earned');
      return true;
    case 'rank_changed':
      markStale(`member:${frame.username}`);
      if (frame.userId === myId()) markStale('profile', 'points');
      return true;
    case 'earned_changed':
      markStale(`member:${frame.username}`);
      if (frame.userId === myId()) markStale('profile', 'earned');
      return true;
    case 'points_changed':
      markStale('profile', 'points');
      return true;
    case 'standing_changed':
      markStale('userStatus');
      return true;
    case 'server_cost_update':
      onServerCost(frame);
      return true;
    case 'activity':
      onActivity(frame);
      return true;
    case 'activity_watched':
      setActivityLive(true);
      return true;
    case 'activity_left_out':
      onActivityLeftOut(frame.count);
      return true;
    default:
      return false;
  }
}

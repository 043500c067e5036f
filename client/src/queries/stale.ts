// Asks again what the stores say is out of date.
import type { QueryKey } from '@tanstack/react-query';
import { onStale, type Stale } from '@/stores/stale';
import { queryClient } from './client';
import { configQuery } from './config';
import { emergencyKey } from './emergency';
import { profileQuery, standingQuery } from './me';
import { mentionsKey } from './mentions';
import { pointsKey } from './points';
import { roomsQuery } from './rooms';

const keys: Record<Stale, QueryKey> = {
  standing: standingQuery.queryKey,
  profile: profileQuery.queryKey,
  // The list and every room's access.
  rooms: ['rooms'],
  roomList: roomsQuery.queryKey,
  mentions: mentionsKey,
  points: pointsKey,
  emergency: emergencyKey,
  config: configQuery.queryKey,
};

onStale((what) => void queryClient.invalidateQueries({ queryKey: keys[what] }));

// What the member screens share: the query cache, thrown away with the session.
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Outlet } from 'react-router';
import { createQueryClient } from './queries';

const ahead = [
  () => import('@/features/chat/rooms/ChatListRoute'),
  () => import('@/features/chat/room/ChatRoute'),
  () => import('@/features/dashboard/DashboardRoute'),
  () => import('@/features/later/LaterRoute'),
];

export function Component() {
  const [client] = useState(createQueryClient);
  useEffect(() => {
    // Fetched when the first screen has settled, so that a lost line closes no
    // door: the chat, where most go next, then the way back.
    const timer = setTimeout(() => {
      for (const next of ahead) void next().catch(() => {});
    }, 2_000);
    return () => clearTimeout(timer);
  }, []);
  return (
    <QueryClientProvider client={client}>
      <Outlet />
    </QueryClientProvider>
  );
}

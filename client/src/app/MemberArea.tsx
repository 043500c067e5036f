// What the member screens share: the query cache, thrown away with the session.
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Outlet } from 'react-router';
import { createQueryClient } from './queries';

export function Component() {
  const [client] = useState(createQueryClient);
  useEffect(() => {
    // The chat is where most go next: fetched when the first screen has settled.
    const timer = setTimeout(() => void import('@/features/chat/ChatRoute').catch(() => {}), 2_000);
    return () => clearTimeout(timer);
  }, []);
  return (
    <QueryClientProvider client={client}>
      <Outlet />
    </QueryClientProvider>
  );
}

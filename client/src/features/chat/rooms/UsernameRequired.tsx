// Chat without a username: what is missing, and the way to it.
import { AtSign } from 'lucide-react';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/States';

export function UsernameRequired({ onSet }: { onSet: () => void }) {
  return (
    <EmptyState
      icon={<AtSign size={28} aria-hidden="true" />}
      title="Username Required"
      text="Members know each other in chat by a username."
      action={
        <Button variant="primary" onClick={onSet}>
          Set Username
        </Button>
      }
    />
  );
}

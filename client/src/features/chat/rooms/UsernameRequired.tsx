// Chat without a username: what is missing, and the way to it.
import { texts } from 'texts:chat';
import { AtSign } from 'lucide-react';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/States';

export function UsernameRequired({ onSet }: { onSet: () => void }) {
  return (
    <EmptyState
      icon={<AtSign size={28} aria-hidden="true" />}
      title={texts.usernameRequired}
      text={texts.usernameWhy}
      action={
        <Button variant="primary" onClick={onSet}>
          {texts.setUsername}
        </Button>
      }
    />
  );
}

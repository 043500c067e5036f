// Encrypted messages: the table, and the ways to make and to end one.
import { texts } from 'texts:admin/encrypted';
import { useInfiniteQuery } from '@tanstack/react-query';
import { LockKeyhole, Plus } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '@/net/api';
import { decryptListQuery } from '@/queries/encrypted';
import { Button } from '@/ui/Button';
import { onDemand } from '@/ui/onDemand';
import { QueryView } from '@/ui/QueryView';
import { Skeleton } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';
import type { DecryptMessage } from '@/wire/bodies.gen';
import { useAddress } from '../address';
import { DeleteMessageDialog } from './DeleteMessageDialog';
import s from './EncryptedTab.module.css';
import { MessagesTable } from './MessagesTable';

const CreateMessageModal = onDemand<{ onClose: () => void }>(() =>
  import('./CreateMessageModal').then(({ CreateMessageModal }) => ({ default: CreateMessageModal })),
);

export function EncryptedTab() {
  const { params, open, close } = useAddress();
  const [deleting, setDeleting] = useState<DecryptMessage | null>(null);
  return (
    <div className={s.tab}>
      <div className={s.top}>
        <p className={s.lead}>{texts.lead}</p>
        <Button
          variant="primary"
          icon={<Plus size={18} aria-hidden="true" />}
          onClick={() => open({ do: 'create' })}
        >
          {texts.create}
        </Button>
      </div>
      <List onDelete={setDeleting} />
      {params.get('do') === 'create' && <CreateMessageModal onClose={() => close('do')} />}
      <DeleteMessageDialog message={deleting} onClose={() => setDeleting(null)} />
    </div>
  );
}

function List({ onDelete }: { onDelete: (message: DecryptMessage) => void }) {
  const query = useInfiniteQuery(decryptListQuery);
  return (
    <QueryView
      query={query}
      items={(page) => page.messages}
      loading={texts.loading}
      skeleton={<Skeleton height="12rem" />}
      failed={(error) => messageOf(error, texts.loadFailed)}
      retry={texts.tryAgain}
      empty={
        <EmptyState
          icon={<LockKeyhole size={32} strokeWidth={1.5} aria-hidden="true" />}
          title={texts.none}
          text={texts.noneText}
        />
      }
      more={texts.more}
    >
      {(messages) => <MessagesTable messages={messages} onDelete={onDelete} />}
    </QueryView>
  );
}

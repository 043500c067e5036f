// The invitations to apply, in a dialog of the desk.
import { texts } from 'texts:admin/application/invitations';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Ticket } from 'lucide-react';
import { messageOf } from '@/net/api';
import { invitationsQuery } from '@/queries/application/invitations';
import { Modal } from '@/ui/LateModal';
import { QueryView } from '@/ui/QueryView';
import { Skeleton } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';
import { InvitationForm } from './InvitationForm';
import { InvitationList } from './InvitationList';
import s from './Invitations.module.css';
import { useInvitationDraft } from './invitationDraft';

export interface InvitationsProps {
  onClose: () => void;
  onOpen: (application: string) => void;
}

export function Invitations({ onClose, onOpen }: InvitationsProps) {
  const invitations = useInfiniteQuery(invitationsQuery);
  const [, write] = useInvitationDraft();
  return (
    <Modal
      open
      onOpenChange={(open) => {
        if (open) return;
        write(undefined);
        onClose();
      }}
      title={texts.title}
      description={texts.about}
      wide
    >
      <div className={s.body}>
        <InvitationForm />
        <QueryView
          query={invitations}
          loading={texts.loading}
          skeleton={<Skeleton height="8rem" />}
          failed={(error) => messageOf(error, texts.failed)}
          items={(page) => page.invitations}
          empty={
            <EmptyState
              icon={<Ticket size={32} strokeWidth={1.5} aria-hidden="true" />}
              title={texts.none}
              text={texts.noneText}
            />
          }
        >
          {(all) => <InvitationList invitations={all} onOpen={onOpen} />}
        </QueryView>
      </div>
    </Modal>
  );
}

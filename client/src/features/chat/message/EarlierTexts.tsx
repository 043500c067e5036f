// The texts that a message had before it was edited; for those who keep order.
import { texts } from 'texts:chat/menus';
import { useQuery } from '@tanstack/react-query';
import { editsQuery } from '@/queries/chat/mentions';
import { fullTime } from '@/rules/time';
import { Modal } from '@/ui/Modal';
import { QueryView } from '@/ui/QueryView';
import { Skeleton } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';
import s from './EarlierTexts.module.css';

interface EarlierTextsProps {
  messageId: string;
  /** What gets the focus when it closes. */
  returnTo: () => HTMLElement | null | undefined;
  onClose: () => void;
}

export default function EarlierTexts({ messageId, returnTo, onClose }: EarlierTextsProps) {
  const edits = useQuery(editsQuery(messageId));
  return (
    <Modal
      open
      onOpenChange={(open) => !open && onClose()}
      returnTo={returnTo}
      title={texts.earlierTexts}
      description={texts.earlierTextsWhy}
    >
      <QueryView
        query={edits}
        loading={texts.earlierTexts}
        skeleton={<Skeleton height="3rem" />}
        failed={texts.earlierTextsFailed}
        empty={<EmptyState title={texts.earlierTextsNone} />}
      >
        {(all) => (
          <ol className={s.list}>
            {all.map((edit) => (
              <li key={edit.editedAt} className={s.one}>
                <p className={s.text} dir="auto">
                  {edit.message}
                </p>
                <time className={s.time} dateTime={edit.editedAt}>
                  {texts.untilTime({ time: fullTime(Date.parse(edit.editedAt)) })}
                </time>
              </li>
            ))}
          </ol>
        )}
      </QueryView>
    </Modal>
  );
}

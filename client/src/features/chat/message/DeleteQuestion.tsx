// Asks before a message is deleted for everybody.
import { texts } from 'texts:chat/menus';
import { useRef } from 'react';
import { cut } from '@/rules/text';
import { Button } from '@/ui/Button';
import { Modal } from '@/ui/Modal';
import type { MessageBody } from '@/wire/frames.gen';
import { deleteForAll } from './actions';
import { messageWords } from './MessageContent';

const shownLength = 120;

interface DeleteQuestionProps {
  message: MessageBody | null;
  /** What gets the focus when it is answered. */
  returnTo: () => HTMLElement | null | undefined;
  onClose: () => void;
}

export default function DeleteQuestion({ message, returnTo, onClose }: DeleteQuestionProps) {
  // The words stay while the dialog leaves.
  const last = useRef(message);
  if (message) last.current = message;
  const shown = last.current;
  return (
    <Modal
      open={message !== null}
      onOpenChange={(open) => !open && onClose()}
      returnTo={returnTo}
      title={texts.deleteThisMessage}
      description={texts.itDisappearsForEverybody}
      actions={
        <>
          <Button onClick={onClose}>{texts.keep}</Button>
          <Button
            variant="danger"
            onClick={() => {
              if (message) deleteForAll(message);
              onClose();
            }}
          >
            {texts.delete}
          </Button>
        </>
      }
    >
      {shown && (
        <p style={{ overflowWrap: 'anywhere' }}>
          <strong>{shown.username}</strong>: {cut(messageWords(shown), shownLength)}
        </p>
      )}
    </Modal>
  );
}

// Says that a feature needs a face, and leads to adding one.
import { texts } from 'texts:face/required';
import { useMutation } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { messageOf } from '@/net/api';
import { startFace } from '@/queries/face/myFace';
import { paths } from '@/rules/paths';
import { Button } from '@/ui/Button';
import { FieldError } from '@/ui/Field';
import { Modal } from '@/ui/Modal';

export default function FaceRequired({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const start = useMutation({
    mutationFn: startFace,
    onSuccess() {
      onClose();
      void navigate(paths.faceRecognition);
    },
  });
  return (
    <Modal
      open
      onOpenChange={(open) => !open && onClose()}
      title={texts.title}
      description={texts.features[featureAt(pathname)]}
      actions={
        <>
          <Button onClick={onClose}>{texts.later}</Button>
          <Button variant="primary" busy={start.isPending} onClick={() => start.mutate()}>
            {texts.now}
          </Button>
        </>
      }
    >
      <p>{texts.reminder}</p>
      <FieldError error={start.error ? messageOf(start.error, texts.failed) : null} />
    </Modal>
  );
}

function featureAt(pathname: string): 'chat' | 'emergency' | 'default' {
  if (pathname.startsWith(paths.chat)) return 'chat';
  return pathname.startsWith(paths.emergency) ? 'emergency' : 'default';
}

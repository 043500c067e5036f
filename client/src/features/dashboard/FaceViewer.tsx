// Stands in for the viewer of enrolled faces.
import { Badge } from '@/ui/Badge';
import { Modal } from '@/ui/Modal';

export default function FaceViewer({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Modal
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Face viewer"
      description="Enrolled faces and their verifications will be looked through here."
    >
      <Badge tone="info">Not open yet</Badge>
    </Modal>
  );
}

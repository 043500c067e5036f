// The button that cancels a campaign. It asks first: a cancelled one cannot be resumed, and
// another one in its place would reach those again who have had this one.
import { texts } from 'texts:admin/campaign';
import { useRef, useState } from 'react';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';

interface CancelCampaignProps {
  name: string;
  disabled: boolean;
  /** Where the focus goes once it is cancelled: the button goes with what it cancels. */
  succeeds?: () => HTMLElement | null;
  onCancel: () => void;
}

export function CancelCampaign({ name, disabled, succeeds, onCancel }: CancelCampaignProps) {
  const [asking, setAsking] = useState(false);
  const cancelled = useRef(false);
  return (
    <>
      <Button
        size="small"
        variant="danger"
        disabled={disabled}
        aria-label={`${texts.cancel}: ${name}`}
        onClick={() => {
          cancelled.current = false;
          setAsking(true);
        }}
      >
        {texts.cancel}
      </Button>
      <ConfirmDialog
        open={asking}
        title={texts.cancelTitle({ name })}
        description={texts.cancelText}
        confirm={texts.cancel}
        cancel={texts.cancelNot}
        returnTo={() => (cancelled.current ? succeeds?.() : null)}
        onConfirm={() => {
          cancelled.current = true;
          setAsking(false);
          onCancel();
        }}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

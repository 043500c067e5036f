// The button that cancels a campaign. It asks first: a cancelled one cannot be resumed, and
// another one in its place would reach those again who have had this one.
import { texts } from 'texts:admin/campaign';
import { useState } from 'react';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';

interface CancelCampaignProps {
  name: string;
  disabled: boolean;
  onCancel: () => void;
}

export function CancelCampaign({ name, disabled, onCancel }: CancelCampaignProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size="small" variant="danger" disabled={disabled} onClick={() => setAsking(true)}>
        {texts.cancel}
      </Button>
      <ConfirmDialog
        open={asking}
        title={texts.cancelTitle({ name })}
        description={texts.cancelText}
        confirm={texts.cancel}
        cancel={texts.cancelNot}
        onConfirm={() => {
          setAsking(false);
          onCancel();
        }}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

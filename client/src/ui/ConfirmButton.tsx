// A button for what cannot be taken back: it asks first, then does it and says so.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '@/net/api';
import { toast } from '@/stores/toast';
import { Button } from './Button';
import { ConfirmDialog } from './ConfirmDialog';

interface ConfirmButtonProps {
  label: string;
  /** The question, and what will happen. */
  title: string;
  description: string;
  /** Resolves to what is said afterwards. */
  run: () => Promise<string>;
  /** What is said when the server gives no reason. */
  failed: string;
  onSettled?: () => void;
  className?: string;
}

export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, title, description, run, failed, onSettled, className } = props;
  const [asking, setAsking] = useState(false);
  const act = useMutation({
    mutationFn: run,
    onSuccess(done) {
      toast(done, { tone: 'clear' });
      setAsking(false);
    },
    onSettled,
  });
  return (
    <>
      <Button
        className={className}
        variant="danger"
        onClick={() => {
          act.reset();
          setAsking(true);
        }}
      >
        {label}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={title}
        description={description}
        confirm={label}
        busy={act.isPending}
        error={act.error ? messageOf(act.error, failed) : null}
        onConfirm={() => act.mutate()}
      />
    </>
  );
}

// Saves something as a file, and says how that went.
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { messageOf } from '@/net/api';
import { toast } from '@/stores/toast';
import { Button } from './Button';

interface ExportButtonProps {
  label: string;
  save: () => Promise<void>;
  /** Said when it is saved, where that cannot be seen. */
  done?: string;
  failed: string;
}

export function ExportButton({ label, save, done, failed }: ExportButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: save,
    onSuccess: () => done && toast(done, { tone: 'clear' }),
    onError: (failure) => toast(messageOf(failure, failed), { tone: 'alert' }),
  });
  return (
    <Button icon={<Download size={16} aria-hidden="true" />} busy={isPending} onClick={() => mutate()}>
      {label}
    </Button>
  );
}

// The refund of one payment of a list, in a dialog that shows the payment as the list has it:
// another administrator may refund it while the dialog is open.
import { type ComponentProps, useState } from 'react';
import { onDemand } from '@/ui/onDemand';
import type { RefundPayment } from '@/wire/bodies.gen';
import type { Payment } from './paymentColumns';

const RefundDialog = onDemand<ComponentProps<typeof import('./RefundDialog').RefundDialog>>(() =>
  import('./RefundDialog').then(({ RefundDialog }) => ({ default: RefundDialog })),
);

interface Refund<P> {
  title: (payment: P) => string;
  /** Pays it back; the same key pays nothing back twice. */
  send: (id: string, body: RefundPayment, key: string) => Promise<unknown>;
}

/** `listed` are the payments that are shown; one that leaves them stays in its dialog as it was. */
export function useRefund<P extends Payment & { id: string }>(
  listed: readonly P[] | undefined,
  { title, send }: Refund<P>,
) {
  const [refunding, setRefunding] = useState<P | null>(null);
  const payment = listed?.find(({ id }) => id === refunding?.id) ?? refunding;
  const dialog = payment && refunding && (
    <RefundDialog
      title={title(payment)}
      payment={payment}
      refund={(body, key) => send(payment.id, body, key)}
      onClose={() => setRefunding(null)}
    />
  );
  return { refund: setRefunding, dialog };
}

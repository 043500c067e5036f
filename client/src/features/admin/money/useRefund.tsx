// The refund of one payment of a list, in a dialog that shows the payment as it is by now:
// another administrator may refund it while the dialog is open.
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useLayoutEffect, useRef, useState } from 'react';
import { allContributionsKey } from '@/queries/adminKeys';
import { focusHeading } from '@/ui/focus';
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
  /** The payment as it is by now, whatever the list is narrowed to. */
  now: (payment: P, signal: AbortSignal) => Promise<P | undefined>;
}

/** `listed` are the payments that are shown. One that leaves them is asked for by itself. */
export function useRefund<P extends Payment & { id: string }>(
  listed: readonly P[] | undefined,
  { title, send, now }: Refund<P>,
) {
  const [refunding, setRefunding] = useState<P | null>(null);
  const inList = listed?.find(({ id }) => id === refunding?.id);
  const alone = useQuery({
    queryKey: [...allContributionsKey, 'refunding', refunding?.id],
    queryFn: async ({ signal }) => (refunding && (await now(refunding, signal))) ?? null,
    enabled: refunding !== null && listed !== undefined && !inList,
    staleTime: 0,
  });
  const pressed = useRef<{ button: Element; row: Element | null } | null>(null);
  // What was paid back whole loses its button, and leaves a list that is narrowed, after the
  // dialog has given the focus back to it.
  useLayoutEffect(() => {
    if (refunding || !pressed.current || pressed.current.button.isConnected) return;
    const { row } = pressed.current;
    pressed.current = null;
    if (document.activeElement !== document.body) return;
    const link = row?.isConnected ? row.querySelector('a') : null;
    if (link) link.focus();
    else focusHeading();
  });
  const payment = inList ?? alone.data ?? refunding;
  const dialog = payment && refunding && (
    <RefundDialog
      title={title(payment)}
      payment={payment}
      refund={(body, key) => send(payment.id, body, key)}
      onClose={() => setRefunding(null)}
    />
  );
  function refund(next: P) {
    const button = document.activeElement;
    pressed.current = button && { button, row: button.closest('tr') };
    setRefunding(next);
  }
  return { refund, dialog };
}

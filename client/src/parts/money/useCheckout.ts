// From a chosen sum to the provider's page. A double click and a retry make one
// checkout: the same choice keeps its key until the page has been left.
import { texts } from 'texts:parts/money';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '@/net/api';
import { leaveFor } from '@/net/leave';
import { newId } from '@/net/newId';
import type { CheckoutCreated } from '@/wire/bodies.gen';

export interface Checkout<Body> {
  start: (body: Body) => void;
  /** The checkout is made, or the browser is on its way to it. */
  busy: boolean;
  /** Why it was not made; '' when it was. */
  failure: string;
  forgetFailure: () => void;
}

export function useCheckout<Body extends object>(
  create: (body: Body, key: string) => Promise<CheckoutCreated>,
  onFailure?: (failure: Error) => void,
): Checkout<Body> {
  const attempt = useRef({ choice: '', key: '' });
  const [leaving, setLeaving] = useState(false);

  const made = useMutation({
    mutationFn: (body: Body) => {
      const choice = JSON.stringify(body);
      if (attempt.current.choice !== choice) attempt.current = { choice, key: newId() };
      return create(body, attempt.current.key);
    },
    onSuccess: ({ checkoutUrl }) => setLeaving(leaveFor(checkoutUrl)),
    onError: onFailure,
  });

  useEffect(() => {
    // Back from the provider's page, with this one as it was: the old checkout
    // may be paid by now, so the next click makes another.
    function onReturn(event: PageTransitionEvent) {
      if (!event.persisted) return;
      attempt.current = { choice: '', key: '' };
      setLeaving(false);
    }
    window.addEventListener('pageshow', onReturn);
    return () => window.removeEventListener('pageshow', onReturn);
  }, []);

  const busy = made.isPending || leaving;
  const noAddress = made.isSuccess && !leaving && attempt.current.key !== '' ? texts.notStarted : '';
  return {
    start: (body) => !busy && made.mutate(body),
    busy,
    failure: made.error ? messageOf(made.error, texts.notProcessed) : noAddress,
    forgetFailure: made.reset,
  };
}

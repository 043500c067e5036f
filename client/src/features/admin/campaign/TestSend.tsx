// A test message to the asking administrator; with both channels one after the other,
// with one combined result, which clears after 7 s.

import { texts } from 'texts:admin/campaign';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { messageOf } from '@/net/api';
import { sendTest } from '@/queries/campaign';
import { Button } from '@/ui/Button';
import type { CampaignType } from '@/wire/bodies.gen';
import s from './Campaign.module.css';

const clearMs = 7_000;

interface Outcome {
  text: string;
  failed: boolean;
}

interface TestSendProps {
  type: CampaignType;
  subject: string;
  message: string;
}

async function tryOne(type: 'sms' | 'email', subject: string, message: string): Promise<Outcome> {
  try {
    const body = { type, subject: type === 'email' ? subject : undefined, message };
    return { text: (await sendTest(body)).message, failed: false };
  } catch (error) {
    return { text: texts.testFailed({ why: messageOf(error, texts.unknownError) }), failed: true };
  }
}

export function TestSend({ type, subject, message }: TestSendProps) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const test = useMutation({
    async mutationFn(): Promise<Outcome> {
      if (type !== 'both') return tryOne(type, subject, message);
      const [sms, email] = [await tryOne('sms', subject, message), await tryOne('email', subject, message)];
      return {
        text: texts.testOfBoth({ sms: sms.text, email: email.text }),
        failed: sms.failed || email.failed,
      };
    },
    onSuccess: setOutcome,
  });
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(null), clearMs);
    return () => clearTimeout(timer);
  }, [outcome]);
  return (
    <>
      <Button busy={test.isPending} onClick={() => test.mutate()}>
        {texts.test}
      </Button>
      <p role="status" className={outcome?.failed ? s.bad : s.good}>
        {outcome?.text}
      </p>
    </>
  );
}

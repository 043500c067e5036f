// Being erased: asked for twice, and taken back within seven days.
import { texts } from 'texts:people/mydata';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '@/net/api';
import { erasureQuery, keepMe } from '@/queries/people/mydata';
import { formatDate } from '@/rules/format';
import { toast } from '@/stores/toast';
import { Button } from '@/ui/Button';
import { QueryView } from '@/ui/QueryView';
import { Section } from '@/ui/Section';
import { Skeleton } from '@/ui/Skeleton';
import { EraseDialog } from './EraseDialog';
import s from './MyDataSheet.module.css';

export function Erasing() {
  const client = useQueryClient();
  const erasure = useQuery(erasureQuery);
  const [asking, setAsking] = useState(false);
  const keep = useMutation({
    mutationFn: keepMe,
    onSuccess: () => toast(texts.kept, { tone: 'clear' }),
    onError: (failure) => toast(messageOf(failure, texts.keepFailed), { tone: 'alert' }),
    onSettled: () => client.invalidateQueries({ queryKey: erasureQuery.queryKey }),
  });
  return (
    <Section title={texts.eraseTitle} level={3}>
      <p>{texts.eraseText}</p>
      <QueryView
        query={erasure}
        loading={texts.loading}
        skeleton={<Skeleton height="2.75rem" />}
        failed={texts.failed}
      >
        {(at) =>
          at ? (
            <>
              <p className={s.pending} role="status">
                {texts.pending({ at: formatDate(at, 'full') })}
              </p>
              <Button variant="primary" busy={keep.isPending} onClick={() => keep.mutate()}>
                {texts.keep}
              </Button>
            </>
          ) : (
            <>
              <p className={s.quiet}>{texts.erasePause}</p>
              <Button variant="danger" onClick={() => setAsking(true)}>
                {texts.erase}
              </Button>
            </>
          )
        }
      </QueryView>
      {asking && <EraseDialog onClose={() => setAsking(false)} />}
    </Section>
  );
}

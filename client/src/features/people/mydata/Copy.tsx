// A copy of everything about the member, made by a job.
import { texts } from 'texts:people/mydata';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { messageOf } from '@/net/api';
import { exportQuery, requestExport } from '@/queries/people/mydata';
import { formatDate } from '@/rules/format';
import { toast } from '@/stores/toast';
import { Button } from '@/ui/Button';
import { QueryView } from '@/ui/QueryView';
import { Section } from '@/ui/Section';
import { Skeleton } from '@/ui/Skeleton';
import { Spinner } from '@/ui/Spinner';
import type { ExportStatus } from '@/wire/bodies.gen';
import s from './MyDataSheet.module.css';

export function Copy() {
  const status = useQuery(exportQuery);
  return (
    <Section title={texts.exportTitle} level={3}>
      <p>{texts.exportText}</p>
      <QueryView
        query={status}
        loading={texts.loading}
        skeleton={<Skeleton height="2.75rem" />}
        failed={texts.failed}
      >
        {(data) => <State status={data} />}
      </QueryView>
    </Section>
  );
}

function State({ status }: { status: ExportStatus }) {
  const client = useQueryClient();
  const ask = useMutation({
    mutationFn: requestExport,
    onError: (failure) => toast(messageOf(failure, texts.exportFailed), { tone: 'alert' }),
    onSettled: () => client.invalidateQueries({ queryKey: exportQuery.queryKey }),
  });
  if (status.state === 'running') {
    return (
      <p role="status" className={s.quiet}>
        <Spinner /> {texts.exportRunning}
      </p>
    );
  }
  if (status.state === 'ready' && status.url && status.expiresAt) {
    return (
      <>
        <p role="status" className={s.quiet}>
          {texts.exportReady({ until: formatDate(status.expiresAt, 'full') })}
        </p>
        <a className={s.download} href={status.url} download="my-data.zip">
          <Download size={18} aria-hidden="true" />
          {texts.exportFetch}
        </a>
      </>
    );
  }
  return (
    <>
      {status.state === 'expired' && <p className={s.quiet}>{texts.exportExpired}</p>}
      <Button busy={ask.isPending} onClick={() => ask.mutate()}>
        {texts.exportAsk}
      </Button>
    </>
  );
}

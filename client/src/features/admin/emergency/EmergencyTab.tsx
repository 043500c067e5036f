// The emergency inbox: open messages first, acknowledged and resolved ones to read.
import { texts } from 'texts:admin/emergency';
import { texts as priorityTexts } from 'texts:priorities';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '@/net/api';
import { waitingKey } from '@/queries/desk/waiting';
import { acknowledge, type EmergencyState, inboxQuery } from '@/queries/emergency';
import { inboxKey } from '@/queries/keys';
import { toast } from '@/stores/toast';
import { QueryView } from '@/ui/QueryView';
import { Segmented } from '@/ui/Segmented';
import { Select } from '@/ui/Select';
import { Skeleton } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';
import type { EmergencyMessage, EmergencyPriority } from '@/wire/bodies.gen';
import { useChoice } from '../address';
import { EmergencyCard } from './EmergencyCard';
import s from './EmergencyTab.module.css';
import { ResolveDialog } from './ResolveDialog';

const states = () =>
  [
    { value: 'open', label: texts.open },
    { value: 'acknowledged', label: texts.acknowledged },
    { value: 'resolved', label: texts.resolved },
  ] as const;

const priorities = () =>
  [
    { value: '', label: texts.any },
    { value: 'critical', label: priorityTexts.words.critical },
    { value: 'high', label: priorityTexts.words.high },
    { value: 'normal', label: priorityTexts.words.normal },
  ] as const;

export function EmergencyTab() {
  const [state, setState] = useChoice<EmergencyState>('state', states(), 'open');
  const [priority, setPriority] = useChoice<EmergencyPriority | ''>('priority', priorities(), '');
  const [resolving, setResolving] = useState<EmergencyMessage | null>(null);
  return (
    <div className={s.tab}>
      <div className={s.filters}>
        <Segmented label={texts.state} options={states()} value={state} onChange={setState} />
        <Select label={texts.priority} options={priorities()} value={priority} onChange={setPriority} />
      </div>
      <Inbox key={`${state} ${priority}`} state={state} priority={priority} onResolve={setResolving} />
      {resolving && <ResolveDialog message={resolving} onClose={() => setResolving(null)} />}
    </div>
  );
}

interface InboxProps {
  state: EmergencyState;
  priority: EmergencyPriority | '';
  onResolve: (message: EmergencyMessage) => void;
}

function Inbox({ state, priority, onResolve }: InboxProps) {
  const client = useQueryClient();
  const query = useInfiniteQuery(inboxQuery(state, priority));
  const seen = useMutation({
    mutationFn: acknowledge,
    onError: (failure) => toast(messageOf(failure, texts.changeFailed), { tone: 'alert' }),
    onSettled() {
      void client.invalidateQueries({ queryKey: waitingKey });
      return client.invalidateQueries({ queryKey: inboxKey });
    },
  });
  return (
    <QueryView
      query={query}
      items={(page) => page.messages}
      loading={texts.loading}
      skeleton={
        <>
          <Skeleton height="7rem" />
          <Skeleton height="7rem" />
        </>
      }
      failed={(error) => messageOf(error, texts.failed)}
      empty={
        <EmptyState
          icon={<ShieldCheck size={32} strokeWidth={1.5} aria-hidden="true" />}
          title={texts.none}
          text={texts.noneText}
        />
      }
    >
      {(messages) => (
        <ul className={s.list}>
          {messages.map((message) => (
            <EmergencyCard
              key={message.id}
              message={message}
              busy={seen.isPending && seen.variables === message.id}
              onAcknowledge={() => seen.mutate(message.id)}
              onResolve={() => onResolve(message)}
            />
          ))}
        </ul>
      )}
    </QueryView>
  );
}

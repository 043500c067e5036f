// The community as a whole: its name, its help, who may apply, how mail leaves.
import { texts } from 'texts:admin/community';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { messageOf } from '@/net/api';
import { changeCommunity, communityQuery } from '@/queries/community';
import { toast } from '@/stores/toast';
import { Button } from '@/ui/Button';
import { FieldError } from '@/ui/Field';
import { QueryView } from '@/ui/QueryView';
import { Section } from '@/ui/Section';
import { Skeleton } from '@/ui/Skeleton';
import { useUnsaved } from '@/ui/unsaved';
import type { Community } from '@/wire/bodies.gen';
import s from './Community.module.css';
import { changeOf, type Draft, draftOf } from './drafts';
import { IntakePart, MailPart, NamePart, SupportPart } from './Parts';

export function CommunityTab() {
  const settings = useQuery(communityQuery);
  return (
    <QueryView
      query={settings}
      loading={texts.title}
      skeleton={<Skeleton height="24rem" />}
      failed={texts.loadFailed}
    >
      {(loaded) => <Settings settings={loaded} />}
    </QueryView>
  );
}

function Settings({ settings }: { settings: Community }) {
  // Only what was typed: the rest follows what other administrators decide.
  const [typed, setTyped] = useState<Partial<Draft>>({});
  const draft = { ...draftOf(settings), ...typed };
  const change = changeOf(draft, settings);
  useUnsaved(change !== null);
  const save = useMutation({
    mutationFn: changeCommunity,
    onSuccess: () => {
      setTyped({});
      toast(texts.saved, { tone: 'clear' });
    },
  });
  const part = {
    settings,
    draft,
    onChange: (next: Partial<Draft>) => {
      save.reset();
      setTyped((before) => ({ ...before, ...next }));
    },
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    if (change && !save.isPending) save.mutate(change);
  }

  return (
    <div className={s.tab}>
      <Section title={texts.title} panel>
        <form className={s.form} noValidate onSubmit={submit}>
          <NamePart {...part} />
          <SupportPart {...part} />
          <IntakePart {...part} />
          <FieldError error={save.error ? messageOf(save.error, texts.saveFailed) : null} />
          <div className={s.foot}>
            <Button type="submit" variant="primary" busy={save.isPending} disabled={!change}>
              {texts.save}
            </Button>
          </div>
        </form>
      </Section>
      <Section title={texts.mail} panel>
        <MailPart settings={settings} />
      </Section>
    </div>
  );
}

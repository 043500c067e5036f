// The community as a whole: its name, its help, who may apply, how mail leaves.
import { texts } from 'texts:admin/community';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { messageOf } from '@/net/api';
import { communityQuery } from '@/queries/community';
import { type CommunityDraft, communityDraft } from '@/stores/desk/formDrafts';
import { toast } from '@/stores/toast';
import { Button } from '@/ui/Button';
import { FieldError } from '@/ui/Field';
import { QueryView } from '@/ui/QueryView';
import { Section } from '@/ui/Section';
import { Skeleton } from '@/ui/Skeleton';
import type { Community } from '@/wire/bodies.gen';
import s from './Community.module.css';
import { changeCommunity } from './changeCommunity';
import { changeOf, draftOf } from './drafts';
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
  const draft = { ...draftOf(settings), ...communityDraft.use() };
  const change = changeOf(draft, settings);
  const save = useMutation({
    mutationFn: changeCommunity,
    onSuccess: () => {
      communityDraft.reset();
      toast(texts.saved, { tone: 'clear' });
    },
  });
  const part = {
    settings,
    draft,
    onChange: (next: Partial<CommunityDraft>) => {
      save.reset();
      communityDraft.change(next);
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

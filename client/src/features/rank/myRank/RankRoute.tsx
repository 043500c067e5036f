// MY RANK: how far I have come, what I show of myself, and how others see it.
import { texts } from 'texts:people/rules';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BioEditor } from '@/parts/people/profile/BioEditor';
import { OwnPicture } from '@/parts/people/profile/OwnPicture';
import { TagsEditor } from '@/parts/people/profile/TagsEditor';
import { useTags } from '@/parts/people/profile/useTags';
import { Visibility } from '@/parts/people/profile/Visibility';
import type { UsernameChangeProps } from '@/parts/people/username/UsernameChange';
import { profileQuery } from '@/queries/people/me';
import { paths } from '@/rules/paths';
import { useOwnDraft } from '@/stores/people/ownDraft';
import { Button } from '@/ui/Button';
import { whenOpen } from '@/ui/onDemand';
import { Page } from '@/ui/Page';
import { QueryView } from '@/ui/QueryView';
import { Skeleton } from '@/ui/Skeleton';
import type { OwnProfile } from '@/wire/bodies.gen';
import { RankCard } from './RankCard';
import { RankPreview } from './RankPreview';
import s from './RankRoute.module.css';
import { Statistics } from './Statistics';

const UsernameChange = whenOpen<UsernameChangeProps>(() =>
  import('@/parts/people/username/UsernameChange').then(({ UsernameChange }) => ({
    default: UsernameChange,
  })),
);

export function Component() {
  const profile = useQuery(profileQuery);
  return (
    <Page title={texts.myRank} width="medium" back={{ to: paths.dashboard, label: texts.backToDashboard }}>
      <QueryView
        query={profile}
        loading={texts.loadingYourProfile}
        failed={texts.rankLoadFailed}
        retry={texts.retry}
        skeleton={
          <div className={s.grid}>
            <Skeleton height="17rem" className={s.rank} />
            <Skeleton height="12rem" className={s.statistics} />
            <Skeleton height="30rem" className={s.edit} />
          </div>
        }
      >
        {(own) => <Screen own={own} />}
      </QueryView>
    </Page>
  );
}

function Screen({ own }: { own: OwnProfile }) {
  const { tags, add, remove } = useTags(own.skills_tags);
  const [renaming, setRenaming] = useState(false);
  const [bio, writeBio] = useOwnDraft('bio');
  const [tag, writeTag, restoreTag] = useOwnDraft('tag');
  const username = own.username ?? '';
  return (
    <div className={s.grid}>
      <div className={s.rank}>
        <RankCard own={own} />
      </div>
      <div className={s.statistics}>
        <Statistics own={own} />
      </div>
      <section className={`${s.edit} ${s.panel}`} aria-labelledby="public-profile">
        <h2 id="public-profile" className={s.title}>
          {texts.publicProfile}
        </h2>
        <div className={s.who}>
          <OwnPicture profile={own} name={username || own.name} />
          <div className={s.names}>
            <p className={s.username}>{username === '' ? texts.noUsernameYet : `@${username}`}</p>
            <Button size="small" onClick={() => setRenaming(true)}>
              {username === '' ? texts.setUsername : texts.changeUsername}
            </Button>
          </div>
        </div>
        <BioEditor bio={own.public_bio} draft={bio} onDraft={writeBio} />
        <TagsEditor
          tags={tags}
          onAdd={add}
          onRemove={remove}
          draft={[tag ?? '', (typed) => writeTag(typed || null), restoreTag]}
        />
        <Visibility profile={own} />
      </section>
      <div className={s.preview}>
        <RankPreview own={{ ...own, skills_tags: [...tags] }} />
      </div>
      <UsernameChange open={renaming} onClose={() => setRenaming(false)} username={username} />
    </div>
  );
}

// One's own profile, edited over the chat.
import { texts } from 'texts:people/rules';
import { texts as settingsTexts } from 'texts:people/settings';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BioEditor } from '@/parts/people/profile/BioEditor';
import { OwnPicture } from '@/parts/people/profile/OwnPicture';
import { TagsEditor } from '@/parts/people/profile/TagsEditor';
import { useTags } from '@/parts/people/profile/useTags';
import { Visibility } from '@/parts/people/profile/Visibility';
import { profileQuery } from '@/queries/people/me';
import { QueryView } from '@/ui/QueryView';
import { Sheet } from '@/ui/Sheet';
import { Skeleton } from '@/ui/Skeleton';
import { useUnsaved } from '@/ui/unsaved';
import type { OwnProfile } from '@/wire/bodies.gen';
import s from './ProfileSheet.module.css';

export default function ProfileSheet({ onClose }: { onClose: () => void }) {
  const profile = useQuery(profileQuery);
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} title={settingsTexts.yourProfile} wide>
      <QueryView
        query={profile}
        loading={texts.loadingYourProfile}
        failed={texts.rankLoadFailed}
        retry={texts.retry}
        skeleton={<Skeleton height="20rem" />}
      >
        {(own) => <Editor own={own} />}
      </QueryView>
    </Sheet>
  );
}

function Editor({ own }: { own: OwnProfile }) {
  const { tags, add, remove } = useTags(own.skills_tags);
  const [bio, setBio] = useState<string | null>(null);
  const [tag, setTag] = useState('');
  useUnsaved((bio !== null && bio !== own.public_bio) || tag.trim() !== '');
  const name = own.username || own.name;
  return (
    <div className={s.parts}>
      <div className={s.who}>
        <OwnPicture profile={own} name={name} />
        <p className={s.name}>{own.username ? `@${own.username}` : own.name}</p>
      </div>
      <BioEditor bio={own.public_bio} draft={bio} onDraft={setBio} />
      <TagsEditor tags={tags} onAdd={add} onRemove={remove} draft={[tag, setTag]} />
      <Visibility profile={own} />
    </div>
  );
}

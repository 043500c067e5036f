// The public profile as other members see it, with what was changed just now.
import { texts } from 'texts:rank';
import { useQuery } from '@tanstack/react-query';
import { ProfileCard } from '@/parts/people/profile/ProfileCard';
import { publicProfileQuery } from '@/queries/people/publicProfiles';
import { QueryView } from '@/ui/QueryView';
import { Skeleton } from '@/ui/Skeleton';
import type { OwnProfile, PublicProfile } from '@/wire/bodies.gen';
import s from './RankPreview.module.css';

export function RankPreview({ own }: { own: OwnProfile }) {
  const shown = useQuery(publicProfileQuery(own.username ?? ''));
  return (
    <section className={s.section} aria-labelledby="preview">
      <h2 id="preview" className="label">
        {texts.publicProfilePreview}
      </h2>
      <div className={s.card}>
        {own.username ? (
          <>
            <p className={s.name}>@{own.username}</p>
            <QueryView
              query={shown}
              loading={texts.loadingThePreview}
              skeleton={<Skeleton height="9rem" />}
              failed={texts.failedToLoadProfile}
            >
              {(profile) => <ProfileCard profile={merged(profile, own)} hidden={own.profile_private} />}
            </QueryView>
          </>
        ) : (
          <p>{texts.membersFindYouBy}</p>
        )}
      </div>
    </section>
  );
}

/** What is edited on this page stands here before the server is asked again. */
function merged(profile: PublicProfile, own: OwnProfile): PublicProfile {
  const { profile_picture_url, profile_picture_thumbnail_url, image_url } = own;
  const { public_bio, skills_tags, show_rank_public } = own;
  const rank = show_rank_public ? own.rank : null;
  const pictures = { profile_picture_url, profile_picture_thumbnail_url, image_url };
  return { ...profile, ...pictures, public_bio, skills_tags, show_rank_public, rank };
}

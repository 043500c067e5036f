// What a public profile shows of a member.
import { texts } from 'texts:parts/people/profile';
import { HeartHandshake, Star } from 'lucide-react';
import { useState } from 'react';
import { type Tag, Tags } from '@/parts/people/member/Tags';
import { formatDate, formatNumber } from '@/rules/format';
import { skillTag } from '@/rules/people/skills';
import { earnedTag } from '@/rules/people/tags';
import { rankColour, rankName, rankOf } from '@/rules/rank/ranks';
import { useSession } from '@/stores/session/session';
import { Insignia } from '@/ui/Insignia';
import type { PublicProfile } from '@/wire/bodies.gen';
import s from './ProfileCard.module.css';

interface ProfileCardProps {
  profile: PublicProfile;
  /** The member's own profile, hidden from others. */
  hidden?: boolean;
}

export function ProfileCard({ profile, hidden }: ProfileCardProps) {
  const me = useSession((session) => session.user?.id);
  const rank = profile.show_rank_public && profile.rank ? rankOf(profile.rank) : null;
  const bio = profile.public_bio.trim();
  return (
    <div className={s.card}>
      <div className={s.head}>
        <Picture
          source={profile.profile_picture_thumbnail_url || profile.profile_picture_url || profile.image_url}
        />
        <div className={s.names}>
          {rank && (
            <p className={s.rank} style={{ color: rankColour(rank) }}>
              <Insignia rank={rank} className={s.insignia} />
              {rankName(rank)}
            </p>
          )}
          {(profile.is_creator || profile.is_recent_contributor) && (
            <p className={s.marks}>
              {profile.is_creator && (
                <span className={s.creator}>
                  <Star size={13} aria-hidden="true" />
                  {texts.creator}
                </span>
              )}
              {profile.is_recent_contributor && (
                <span className={s.contributor}>
                  <HeartHandshake size={13} aria-hidden="true" />
                  {texts.contributed}
                </span>
              )}
            </p>
          )}
          {profile.user_id === me && <p className={s.self}>{hidden ? texts.privateSelf : texts.self}</p>}
        </div>
      </div>
      {bio !== '' && (
        <p className={s.bio} dir="auto">
          {bio}
        </p>
      )}
      <Part label={texts.earned} tags={profile.badges.map(earnedTag)} />
      <Part label={texts.badges} tags={profile.badge_tags} />
      <Part label={texts.skills} tags={profile.skills_tags.map(skillTag)} />
      <dl className={s.facts}>
        <Fact
          term={texts.memberSince}
          value={formatDate(profile.member_since || profile.created_at, 'month')}
        />
        <Fact term={texts.recentMessages} value={formatNumber(profile.recentMessageCount)} />
        <Fact term={texts.views} value={formatNumber(profile.profile_views_count)} />
      </dl>
    </div>
  );
}

/** Nothing stands in for a picture that is missing or does not load. */
function Picture({ source }: { source: string | null }) {
  const [broken, setBroken] = useState<string | null>(null);
  if (!source || source === broken) return null;
  return (
    <img className={s.picture} src={source} alt="" draggable={false} onError={() => setBroken(source)} />
  );
}

function Part({ label, tags }: { label: string; tags: readonly Tag[] }) {
  if (tags.length === 0) return null;
  return (
    <section className={s.part}>
      <h3 className="label">{label}</h3>
      <Tags tags={tags} />
    </section>
  );
}

function Fact({ term, value }: { term: string; value: string }) {
  return (
    <div className={s.fact}>
      <dt className="label">{term}</dt>
      <dd className="mono">{value}</dd>
    </div>
  );
}

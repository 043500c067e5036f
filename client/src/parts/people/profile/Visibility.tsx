// What others may see: the rank, shown only after a question, and the profile itself.
import { texts } from 'texts:parts/people/profile';
import { texts as rulesTexts } from 'texts:people/rules';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { changeProfile } from '@/queries/people/ownProfile';
import { Checkbox } from '@/ui/Checkbox';
import { whenOpen } from '@/ui/onDemand';
import type { OwnProfile } from '@/wire/bodies.gen';
import s from './Editor.module.css';
import type { RankQuestionProps } from './RankQuestion';

const RankQuestion = whenOpen<RankQuestionProps>(() => import('./RankQuestion'));

export function Visibility({ profile }: { profile: OwnProfile }) {
  const [asking, setAsking] = useState(false);
  const rank = useMutation({
    mutationFn: (shown: boolean) => changeProfile({ show_rank_public: shown }),
    onSuccess: () => setAsking(false),
  });
  const hidden = useMutation({ mutationFn: (is: boolean) => changeProfile({ profile_private: is }) });
  const rankFailed = rank.error ? rulesTexts.rankVisibilityFailed : null;
  return (
    <div className={s.part}>
      <Checkbox
        label={texts.showRank}
        hint={texts.showRankHint}
        checked={rank.isPending && !asking ? rank.variables : profile.show_rank_public}
        error={asking ? null : rankFailed}
        disabled={rank.isPending}
        onChange={(event) => {
          rank.reset();
          if (event.target.checked) setAsking(true);
          else rank.mutate(false);
        }}
      />
      <Checkbox
        label={texts.isPrivate}
        hint={texts.isPrivateHint}
        checked={hidden.isPending ? hidden.variables : profile.profile_private}
        error={hidden.error ? rulesTexts.visibilityFailed : null}
        disabled={hidden.isPending}
        onChange={(event) => hidden.mutate(event.target.checked)}
      />
      <RankQuestion
        open={asking}
        onClose={() => setAsking(false)}
        busy={rank.isPending}
        error={rankFailed}
        onConfirm={() => rank.mutate(true)}
      />
    </div>
  );
}

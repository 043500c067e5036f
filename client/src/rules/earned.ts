// What the badges that members earn are called; one that this build does not know as the
// server calls it.
import { texts } from 'texts:earned';
import { textNamed } from '@/languages/texts';
import { rankName, rankOf } from '@/rules/rank/ranks';
import type { Badge } from '@/wire/bodies.gen';

/** The badge of a rank has the rank's name. */
const ofRank = /^rank_/;

export const earnedName = ({ id, name }: Pick<Badge, 'id' | 'name'>) =>
  ofRank.test(id) ? rankName(rankOf(name)) : (textNamed(texts.names, id) ?? name);

export const earnedDescription = ({ id, name, description }: Pick<Badge, 'id' | 'name' | 'description'>) =>
  ofRank.test(id)
    ? texts.reachedRank({ rank: rankName(rankOf(name)) })
    : (textNamed(texts.descriptions, id) ?? description);

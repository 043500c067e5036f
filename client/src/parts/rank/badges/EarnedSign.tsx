// The sign of a badge that members earn. Decorative: the badge's name stands beside it.
import {
  Award,
  Cake,
  FlameKindling,
  Gift,
  HandHelping,
  type LucideIcon,
  MessageSquare,
  MessageSquareReply,
  Tent,
} from 'lucide-react';
import { rankOf } from '@/rules/rank/ranks';
import { Insignia } from '@/ui/Insignia';
import type { Badge } from '@/wire/bodies.gen';

// None of them is drawn on another screen: they all come with the badges.
const signs: Record<string, LucideIcon> = {
  first_message: MessageSquare,
  first_reply: MessageSquareReply,
  helped: HandHelping,
  streak_7: FlameKindling,
  streak_30: FlameKindling,
  streak_100: FlameKindling,
  streak_365: FlameKindling,
  first_contribution: Gift,
  founder: Tent,
  year_1: Cake,
};

interface EarnedSignProps {
  badge: Pick<Badge, 'id' | 'name'>;
  size: number;
  className?: string;
}

export function EarnedSign({ badge, size, className }: EarnedSignProps) {
  // The badge of a rank has its name.
  if (badge.id.startsWith('rank_')) return <Insignia rank={rankOf(badge.name)} className={className} />;
  const Sign = signs[badge.id] ?? Award;
  return <Sign size={size} strokeWidth={1.5} className={className} aria-hidden="true" />;
}

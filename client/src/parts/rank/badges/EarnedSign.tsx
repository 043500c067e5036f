// The sign of a badge that members earn. Decorative: the badge's name stands beside it.
import {
  Award,
  CalendarCheck,
  Flag,
  Flame,
  HandHelping,
  HeartHandshake,
  type LucideIcon,
  MessageSquare,
  Reply,
} from 'lucide-react';
import { rankOf } from '@/rules/rank/ranks';
import { Insignia } from '@/ui/Insignia';
import type { Badge } from '@/wire/bodies.gen';

const signs: Record<string, LucideIcon> = {
  first_message: MessageSquare,
  first_reply: Reply,
  helped: HandHelping,
  streak_7: Flame,
  streak_30: Flame,
  streak_100: Flame,
  streak_365: Flame,
  first_contribution: HeartHandshake,
  founder: Flag,
  year_1: CalendarCheck,
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

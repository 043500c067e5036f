// The tiles of the dashboard beside GROUP CHAT and LOGOUT.
import { texts } from 'texts:dashboard';
import { CalendarCheck, Coins, KeyRound, type LucideIcon, Medal, Siren } from 'lucide-react';
import { paths } from '@/rules/paths';

export interface TilePlan {
  word: string;
  to: string;
  icon: LucideIcon;
  tone?: 'alert';
}

export const tiles = (): readonly TilePlan[] => [
  { word: texts.decrypt, to: paths.decrypt, icon: KeyRound },
  { word: texts.checkIn, to: paths.checkin, icon: CalendarCheck },
  { word: texts.myRank, to: paths.myRank, icon: Medal },
  { word: texts.emergency, to: paths.emergency, icon: Siren, tone: 'alert' },
  { word: texts.contribute, to: paths.contribute, icon: Coins },
];

// The tiles of the dashboard beside GROUP CHAT and LOGOUT.
import { CalendarCheck, Coins, KeyRound, type LucideIcon, Medal, Siren } from 'lucide-react';
import { paths } from '@/rules/paths';

export interface TilePlan {
  word: string;
  to: string;
  icon: LucideIcon;
  tone?: 'alert';
}

export const tiles: readonly TilePlan[] = [
  { word: 'DECRYPT', to: paths.decrypt, icon: KeyRound },
  { word: 'CHECK-IN', to: paths.checkin, icon: CalendarCheck },
  { word: 'MY RANK', to: paths.myRank, icon: Medal },
  { word: 'EMERGENCY', to: paths.emergency, icon: Siren, tone: 'alert' },
  { word: 'CONTRIBUTE', to: paths.contribute, icon: Coins },
];

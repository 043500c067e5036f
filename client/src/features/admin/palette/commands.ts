// What the palette offers beside tabs, rooms and people. An administrator may do
// all of it; the server checks each again.
import { texts } from 'texts:admin/palette';
import {
  Ban,
  Coins,
  DoorOpen,
  Download,
  LayoutDashboard,
  LockKeyhole,
  type LucideIcon,
  Mail,
  Plus,
  ScrollText,
  ShieldCheck,
} from 'lucide-react';
import { paths } from '@/rules/paths';
import { saveAudit } from '../desk/audit/saveAudit';
import { saveContributions } from '../money/saveContributions';

interface Named {
  label: string;
  icon: LucideIcon;
  /** What else it is looked for by. */
  words?: string[];
}

/** Leads to a place of the back office. */
export interface PlaceCommand extends Named {
  place: Record<string, string>;
}

/** Does something at once. */
export interface RunCommand extends Named {
  run: () => Promise<unknown>;
}

/** Leads to another screen. */
export interface PathCommand extends Named {
  path: string;
}

/** Asks for a person first. */
export interface PersonCommand extends Named {
  placeOf: (userId: string) => Record<string, string>;
  /** Not for oneself: the server refuses it. */
  others?: boolean;
}

export type Command = PlaceCommand | RunCommand | PathCommand | PersonCommand;

const user = (part: string) => (id: string) => ({ tab: 'users', user: id, part });

export const commands = (): readonly Command[] => [
  { label: texts.createRoom, icon: Plus, words: ['new', 'chat'], place: { tab: 'rooms', do: 'create' } },
  {
    label: texts.ban,
    icon: Ban,
    words: ['mute', 'disable chat', 'suspend'],
    placeOf: user('actions'),
    others: true,
  },
  {
    label: texts.campaign,
    icon: Mail,
    words: ['notification', 'email', 'sms', 'send', 'compose'],
    place: { tab: 'notifications', part: 'compose' },
  },
  {
    label: texts.campaigns,
    icon: Mail,
    words: ['notifications', 'sent'],
    place: { tab: 'notifications', part: 'history' },
  },
  { label: texts.points, icon: Coins, words: ['guardian', 'honorary'], placeOf: user('actions') },
  { label: texts.access, icon: DoorOpen, words: ['grant', 'revoke', 'access'], placeOf: user('access') },
  {
    label: texts.rights,
    icon: ShieldCheck,
    words: ['admin', 'promote', 'demote'],
    placeOf: user('actions'),
    others: true,
  },
  {
    label: texts.encrypted,
    icon: LockKeyhole,
    words: ['new', 'code', 'decrypt', 'gallery', 'video'],
    place: { tab: 'encrypted', do: 'create' },
  },
  { label: texts.audit, icon: ScrollText, placeOf: (subject) => ({ tab: 'audit', subject }) },
  {
    label: texts.exportContributions,
    icon: Download,
    words: ['csv', 'payments'],
    run: () => saveContributions({ status: '', from: '', to: '' }),
  },
  {
    label: texts.exportAudit,
    icon: Download,
    words: ['csv'],
    run: () => saveAudit({ q: '', action: '', actor: '', subject: '', from: '', to: '' }),
  },
  { label: texts.dashboard, icon: LayoutDashboard, words: ['home'], path: paths.dashboard },
];

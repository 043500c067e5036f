// What a member with access may do in a room.
import { texts } from 'texts:admin/chat/rooms';
import type { AdminRoom, RoomRole } from '@/wire/bodies.gen';

export const levels = (): readonly { value: RoomRole; label: string; power: string }[] => [
  { value: 'member', label: texts.member, power: texts.mayEnterReadAnd },
  { value: 'moderator', label: texts.moderator, power: texts.mayAlsoDeleteOthers },
  { value: 'admin', label: texts.admin, power: texts.mayAlsoDeleteOthers },
];

const levelOf = (role: RoomRole) => levels().find(({ value }) => value === role);

export const levelName = (role: RoomRole) => levelOf(role)?.label ?? role;
export const levelPower = (role: RoomRole) => levelOf(role)?.power;

/** Everybody may enter; an entry of the access list only adds a moderator's power. */
export const isOpen = (room: AdminRoom) => room.access_level === 'all';

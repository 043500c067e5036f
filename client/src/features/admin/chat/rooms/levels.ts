// What a member with access may do in a room.
import type { AdminRoom, RoomRole } from '@/wire/bodies.gen';

export const levels: readonly { value: RoomRole; label: string; power: string }[] = [
  { value: 'member', label: 'Member', power: 'May enter, read and write.' },
  { value: 'moderator', label: 'Moderator', power: "May also delete others' messages in this room." },
  { value: 'admin', label: 'Admin', power: "May also delete others' messages in this room." },
];

const levelOf = (role: RoomRole) => levels.find(({ value }) => value === role);

export const levelName = (role: RoomRole) => levelOf(role)?.label ?? role;
export const levelPower = (role: RoomRole) => levelOf(role)?.power;

/** Everybody may enter; an entry of the access list only adds a moderator's power. */
export const isOpen = (room: AdminRoom) => room.access_level === 'all';

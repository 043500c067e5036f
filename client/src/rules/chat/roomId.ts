// The ids of rooms.

const form = /^[a-z0-9][a-z0-9-]{0,39}$/u;

/** Whether id has a room id's form; a link to anything else falls back. */
export function validRoomId(id: string): boolean {
  return form.test(id);
}

/** What is typed into the field of a room's id, forced to the id's form: lower case, hyphens for spaces. */
export function typedRoomId(text: string): string {
  return text.toLowerCase().replace(/\s+/gu, '-');
}

// The way to a page of another site, where one pays.

/** Goes to a web address; false for anything else, which nobody may be sent to. */
export function leaveFor(address: unknown): boolean {
  if (typeof address !== 'string' || !/^https?:\/\//i.test(address)) return false;
  window.location.assign(address);
  return true;
}

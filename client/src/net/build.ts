// The client's build: this page's, and the one that the server serves now. The server
// names it in a header of every answer and in the first frame of every socket.

export const buildHeader = 'X-Muster-Build';

/** The build of this page; '' when no server filled it in. */
export function ownBuild(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="muster-build"]')?.content ?? '';
}

/** `needed`: something of this page is gone from the server, so only a reload brings it. */
type Listener = (build: string, needed: boolean) => void;

const listeners = new Set<Listener>();
let served = '';

/** Calls back for every answer of another build than this page's. Returns how to stop. */
export function onAnotherBuild(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Records the build that an answer names; null when it names none. */
export function buildReceived(build: string | null | undefined, needed = false) {
  if (!build) return;
  served = build;
  if (isAnotherBuild()) for (const listener of listeners) listener(build, needed);
}

/** Whether the server's last answer was of another build than this page. */
export function isAnotherBuild(): boolean {
  const own = ownBuild();
  return own !== '' && served !== '' && served !== own;
}

/** Announces another build of the server once more, because this page needs it. */
export function anotherBuildNeeded() {
  if (isAnotherBuild()) buildReceived(served, true);
}

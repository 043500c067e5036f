// The pictures and videos that are being looked at, one of them large.
import { createMemberStore } from '@/stores/session/memberStore';
import type { MediaKind } from '@/wire/bodies.gen';
import type { MediaMetadata } from '@/wire/frames.gen';

export interface ViewerItem {
  messageId: string;
  kind: MediaKind;
  /** null: a link has to be asked for. */
  url: string | null;
  thumbnail: string | null;
  metadata: MediaMetadata;
  username: string;
  createdAt: string;
  /** Its message was deleted while it was looked at. */
  deleted?: boolean;
}

interface ViewerState {
  /** null while nothing is looked at. */
  items: readonly ViewerItem[] | null;
  at: number;
}

export const useViewer = createMemberStore<ViewerState>(() => ({ items: null, at: 0 }));

/** Shows one of several items; nothing when it is not among them. */
export function openViewer(items: readonly ViewerItem[], messageId: string) {
  const at = items.findIndex((item) => item.messageId === messageId);
  if (at >= 0) useViewer.setState({ items, at });
}

/** Goes `step` items on, as far as there are any. */
export function moveViewer(step: number) {
  useViewer.setState(({ items, at }) => ({ at: Math.max(0, Math.min((items?.length ?? 1) - 1, at + step)) }));
}

/** More of the same list has come; what is there already stays at its place. */
export function extendViewer(more: readonly ViewerItem[]) {
  useViewer.setState(({ items }) => {
    if (items === null) return {};
    const known = new Set(items.map((item) => item.messageId));
    return { items: [...items, ...more.filter((item) => !known.has(item.messageId))] };
  });
}

/** What is looked at has other words now, or is gone. */
export function changeViewed(messageId: string, change: Pick<Partial<ViewerItem>, 'metadata' | 'deleted'>) {
  useViewer.setState(({ items }) => ({
    items: items?.map((item) => (item.messageId === messageId ? { ...item, ...change } : item)) ?? null,
  }));
}

export function closeViewer() {
  useViewer.setState(useViewer.getInitialState(), true);
}

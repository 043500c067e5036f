// Toasts: short texts that leave by themselves.
import { create } from 'zustand';

export type ToastTone = 'plain' | 'clear' | 'alert' | 'info' | 'award';

export interface Toast {
  id: number;
  tone: ToastTone;
  /** Over the text. */
  title?: string;
  text: string;
  /** How long it stays; 0 means until dismissed, however many follow. */
  lastsMs: number;
  action?: { label: string; run: () => void };
}

/** To see it, and to read it: some fifteen letters a second. */
const seenMs = 3_000;
const letterMs = 65;
const leastMs = 5_000;
/** To reach what it offers by the keyboard. */
const leastWithActionMs = 10_000;

/** How long a text stays at least. */
const neededMs = (text: string, offers: boolean) =>
  Math.max(offers ? leastWithActionMs : leastMs, seenMs + letterMs * text.length);

const toastsAtMost = 3;

export const useToasts = create<{ toasts: Toast[] }>(() => ({ toasts: [] }));

let lastId = 0;

/** Shows a toast and returns its id. A text that is already shown moves to the end and is not shown twice. */
export function toast(text: string, options: Partial<Omit<Toast, 'id' | 'text'>> = {}): number {
  const { title = '', action, lastsMs } = options;
  const needed = neededMs(title + text, action !== undefined);
  const next: Toast = { tone: 'plain', ...options, lastsMs: lastsMs ?? needed, text, id: ++lastId };
  useToasts.setState(({ toasts }) => {
    const all = [...toasts.filter((other) => other.text !== text), next];
    return { toasts: all.filter((each, at) => each.lastsMs === 0 || at >= all.length - toastsAtMost) };
  });
  return next.id;
}

export function dismissToast(id: number) {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}

export function resetToasts() {
  useToasts.setState({ toasts: [] });
}

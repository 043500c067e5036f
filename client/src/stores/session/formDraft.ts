// What is typed in a form and not sent, stored for this tab and this member. Another tab of the
// back office or a reload loses nothing.
import { create } from 'zustand';
import { readTabItem, writeTabItem } from './tabStorage';
import { forgetWithMember, wordsUnder } from './writing';

/** A form's draft. `blank` is the form before anything is typed. */
export function formDraft<Draft extends object>(form: keyof typeof wordsUnder, blank: Draft) {
  const key = wordsUnder[form];
  const use = create<Draft>(() => ({ ...blank, ...read(key) }));
  function change(over: Partial<Draft>) {
    use.setState(over);
    writeTabItem(key, JSON.stringify(use.getState()));
  }
  function reset() {
    writeTabItem(key, null);
    use.setState(blank, true);
  }
  forgetWithMember(reset);
  return { use, change, reset };
}

function read(key: string): object {
  try {
    return JSON.parse(readTabItem(key) ?? '{}');
  } catch {
    return {};
  }
}

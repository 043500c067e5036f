// Code that is fetched when it is first needed. It fails on a bad line, and when the
// server has a newer build, whose files have other names.
import { api } from './api';
import { anotherBuildNeeded, isAnotherBuild } from './build';

/** Code that could not be fetched. */
export class ModuleError extends Error {
  override name = 'ModuleError';
  constructor(
    /** The server has another build; the file will not come back. */
    readonly replaced: boolean,
  ) {
    super(replaced ? 'The server has another build.' : 'The module could not be fetched.');
  }
}

/** Fetches a module; a failure is a ModuleError. */
export async function loadModule<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch {
    throw new ModuleError(await isReplaced());
  }
}

const answerMs = 5_000;
let question: Promise<boolean> | null = null;

/** Asks the server for its build; false when it does not answer. Calls at the same time share an answer. */
function isReplaced(): Promise<boolean> {
  question ??= answers()
    .then((answered) => {
      if (answered) anotherBuildNeeded();
      return answered && isAnotherBuild();
    })
    .finally(() => {
      question = null;
    });
  return question;
}

const answers = () =>
  api.get('/config', { timeoutMs: answerMs }).then(
    () => true,
    () => false,
  );

/** Also asks after modules that were fetched in another way. Returns how to stop. */
export function followPreloadErrors(): () => void {
  const ask = () => void isReplaced();
  window.addEventListener('vite:preloadError', ask);
  return () => window.removeEventListener('vite:preloadError', ask);
}

/**
 * Loads the page anew; false when the server does not answer, because the browser's own
 * error page would come. A browser fetches a module that failed only in a new page.
 */
export async function reloadPage(): Promise<boolean> {
  if (!(await answers())) return false;
  window.location.reload();
  return true;
}

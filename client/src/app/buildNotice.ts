// Offers a reload when the server has another build than this page.
import { texts as buildTexts } from 'texts:app';
import { onAnotherBuild, ownBuild } from '@/net/build';
import { followPreloadErrors, reloadPage } from '@/net/loadModule';
import { dismissToast, toast } from '@/stores/toast';

const storedUnder = 'builds_shown';
const buildsAtMost = 20;

/** The builds that this tab has shown. While nodes of two builds answer, the older one is no news. */
function shownBuilds(): string[] {
  try {
    const builds: unknown = JSON.parse(sessionStorage.getItem(storedUnder) ?? '[]');
    return Array.isArray(builds) ? builds.filter((build) => typeof build === 'string') : [];
  } catch {
    return [];
  }
}

function addShownBuild(build: string) {
  if (build === '') return;
  const builds = [...shownBuilds().filter((other) => other !== build), build].slice(-buildsAtMost);
  try {
    sessionStorage.setItem(storedUnder, JSON.stringify(builds));
  } catch {
    // Storage full or forbidden: an older build may be offered.
  }
}

/** Offers each other build once, and again when this page needs it. Returns how to stop. */
export function followBuild(): () => void {
  addShownBuild(ownBuild());
  const offered = new Set(shownBuilds());
  let shown = 0;

  function offer(build: string, needed: boolean) {
    if (offered.has(build) && !needed) return;
    offered.add(build);
    dismissToast(shown);
    shown = toast(needed ? buildTexts.needed : buildTexts.offer, {
      tone: 'info',
      lastsMs: 0,
      action: { label: buildTexts.reload, run: () => void reload(build, needed) },
    });
  }

  async function reload(build: string, needed: boolean) {
    if (await reloadPage()) return;
    toast(buildTexts.unanswered, { tone: 'alert' });
    offered.delete(build);
    offer(build, needed);
  }

  const stops = [onAnotherBuild(offer), followPreloadErrors()];
  return () => {
    for (const stop of stops) stop();
  };
}

// Which first steps this page has left, though the server may not know yet.
import { createMemberStore } from '@/stores/session/memberStore';

type Steps = 'welcome' | 'setup';

export const useFirstSteps = createMemberStore(() => ({ welcome: false, setup: false }));

export function leaveFirstSteps(steps: Steps) {
  useFirstSteps.setState({ [steps]: true });
}

// What each screen that is not open yet will hold, and where it leads back to.
import { type LucideIcon, ScanFace } from 'lucide-react';
import { paths } from '@/rules/paths';

export interface Plan {
  title: string;
  /** What will be here. */
  text: string;
  icon: LucideIcon;
  back: { to: string; label: string };
}

const toLogin = { to: paths.login, label: 'Back to sign in' };

/** By path; every route that NotBuiltRoute serves is here. */
export const plans: Record<string, Plan> = {
  [paths.faceRecognition]: {
    title: 'Face recognition',
    text: 'Enrolment and verification of your face will be done here.',
    icon: ScanFace,
    back: toLogin,
  },
};

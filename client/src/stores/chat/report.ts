// What is about to be reported: a message or a member.
import { createMemberStore } from '@/stores/session/memberStore';

export interface ReportSubject {
  /** Who wrote the message, or is reported. */
  userId: string;
  username: string;
  /** A message, with its words for the dialog. */
  messageId?: string;
  words?: string;
}

export const useReport = createMemberStore<{ subject: ReportSubject | null }>(() => ({ subject: null }));

export function openReport(subject: ReportSubject) {
  useReport.setState({ subject });
}

export function closeReport() {
  useReport.setState({ subject: null });
}

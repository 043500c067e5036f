// How the review of applications speaks of one: its status, its stage, how long it may
// still wait.

import { formatNumber } from '@/rules/format';
import type { AdminApplication, ApplicationPromise } from '@/wire/bodies.gen';

export const decisions = ['accepted', 'rejected', 'on_hold', 'reapply'] as const;
export type DecisionStatus = (typeof decisions)[number];
export type ReviewStatus = DecisionStatus | 'pending' | 'incomplete';

const isDecision = (status: string): status is DecisionStatus =>
  (decisions as readonly string[]).includes(status);

type Stated = Pick<AdminApplication, 'status' | 'submitted_at' | 'current_stage'>;

const lastStage = 5;

/** Not submitted yet; only what is submitted can be decided. */
export const isIncomplete = ({ submitted_at, current_stage }: Omit<Stated, 'status'>) =>
  submitted_at === null && current_stage < lastStage;

/** Its status; an unknown one counts as pending. */
export function statusOf(application: Stated): ReviewStatus {
  if (isDecision(application.status)) return application.status;
  return isIncomplete(application) ? 'incomplete' : 'pending';
}

export const stageWords = (application: Omit<Stated, 'status'>) =>
  isIncomplete(application) ? `STAGE ${application.current_stage}` : 'COMPLETE';

/** Whether a decision goes with a reason. */
export const takesReason = (status: DecisionStatus) => status !== 'accepted';

export const reasonMaxLength = 2_000;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** How long before its time an application is urgent. */
const soonMs = { expedited: 4 * hourMs, standard: dayMs };

export interface DueClock {
  words: string;
  state: 'calm' | 'soon' | 'late';
}

/** The clock of an application; null when it waits for nobody. */
export function dueClock(
  { due_at, expedited }: Pick<AdminApplication, 'due_at' | 'expedited'>,
  now: number,
): DueClock | null {
  if (due_at === null) return null;
  const left = Date.parse(due_at) - now;
  if (Number.isNaN(left)) return null;
  if (left < 0) return { words: `Late by ${span(-left)}`, state: 'late' };
  const soon = left <= (expedited ? soonMs.expedited : soonMs.standard);
  return { words: `${span(left)} left`, state: soon ? 'soon' : 'calm' };
}

/** A length of time in its largest whole unit. Days begin at two: before, hours matter. */
function span(ms: number): string {
  if (ms >= 2 * dayMs) return `${Math.floor(ms / dayMs)} days`;
  if (ms >= hourMs) return `${Math.floor(ms / hourMs)} h`;
  return `${Math.max(1, Math.floor(ms / minuteMs))} min`;
}

/** Seconds in minutes and seconds: 2 min 5 s. */
export function secondsWords(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const minutes = Math.floor(whole / 60);
  const rest = `${whole % 60} s`;
  return minutes > 0 ? `${formatNumber(minutes)} min ${rest}` : rest;
}

/** Hours in hours, or in days from two days on. */
function hoursWords(hours: number): string {
  if (hours >= 48) return `${formatNumber(Math.round(hours / 24))} days`;
  return hours < 1 ? 'less than 1 h' : `${formatNumber(Math.round(hours))} h`;
}

/** How the promised times were kept, in one line. */
export function promiseWords({ decided, late, median_hours }: ApplicationPromise): string {
  if (decided === 0) return 'No decisions in the last 30 days.';
  const kept = late === 0 ? 'all in time' : `${formatNumber(late)} late`;
  const usual = median_hours === null ? '' : `, half of them within ${hoursWords(median_hours)}`;
  return `${formatNumber(decided)} decided in the last 30 days, ${kept}${usual}.`;
}

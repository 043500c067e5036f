// How the review of applications speaks of one: its status, its stage, how long it may
// still wait.

import { texts } from 'texts:application/review';
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
  isIncomplete(application) ? texts.stage({ stage: application.current_stage }) : texts.complete;

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
  if (left < 0) return { words: texts.lateBy({ span: span(-left) }), state: 'late' };
  const soon = left <= (expedited ? soonMs.expedited : soonMs.standard);
  return { words: texts.left({ span: span(left) }), state: soon ? 'soon' : 'calm' };
}

/** A length of time in its largest whole unit. Days begin at two: before, hours matter. */
function span(ms: number): string {
  if (ms >= 2 * dayMs) return texts.days({ count: Math.floor(ms / dayMs) });
  if (ms >= hourMs) return texts.hours({ count: Math.floor(ms / hourMs) });
  return texts.minutes({ count: Math.max(1, Math.floor(ms / minuteMs)) });
}

/** Seconds in minutes and seconds: 2 min 5 s. */
export function secondsWords(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const minutes = Math.floor(whole / 60);
  const rest = whole % 60;
  return minutes > 0 ? texts.minutesSeconds({ minutes, seconds: rest }) : texts.seconds({ seconds: rest });
}

/** Hours in hours, or in days from two days on. */
function hoursWords(hours: number): string {
  if (hours >= 48) return texts.days({ count: Math.round(hours / 24) });
  return hours < 1 ? texts.lessThan1Hour : texts.hours({ count: Math.round(hours) });
}

/** How the promised times were kept, in one line. */
export function promiseWords({ decided, late, median_hours }: ApplicationPromise): string {
  if (decided === 0) return texts.noDecisions;
  return median_hours === null
    ? texts.promise({ decided, late })
    : texts.promiseHalf({ decided, late, time: hoursWords(median_hours) });
}

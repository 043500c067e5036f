// The membership application: its stages, how it stands, and where one goes on with it.

import { texts } from 'texts:application';

export const stages = {
  disclaimer: 0,
  identification: 1,
  background: 2,
  assessment: 3,
  agreement: 4,
  complete: 5,
};
export const formStages = 4;

export const minAge = 18; // years
export const minWords = 10; // of each written answer
export const minAssessmentMs = 120_000;
export const maxAnswer = 4000; // characters
export const maxDetails = 2000; // characters
export const maxLine = 200; // characters
export const maxName = 100; // characters
export const expediteFee = 50; // dollars
export const codeLength = 6;

export const countries = [
  'United States',
  'Canada',
  'United Kingdom',
  'Australia',
  'Germany',
  'France',
  'Japan',
  'South Korea',
  'Brazil',
  'Mexico',
  'India',
  'China',
  'Other',
] as const;

export const platforms = [
  'SNAPCHAT',
  'INSTAGRAM',
  'YOUNOW',
  'YOUTUBE',
  'TIKTOK',
  'TWITTER',
  'OTHER',
] as const;

const firstYear = 2015;

/** The years since which one can follow, the present one first. */
export const followingYears = (now: number): string[] => {
  const year = new Date(now).getFullYear();
  return Array.from({ length: Math.max(0, year - firstYear + 1) }, (_, back) => String(year - back));
};

export type Status = 'pending' | 'accepted' | 'rejected' | 'on_hold' | 'reapply';

const known: readonly string[] = ['pending', 'accepted', 'rejected', 'on_hold', 'reapply'];

/** A status that this client does not know is shown as pending. */
export const statusOf = (status: string): Status => (known.includes(status) ? (status as Status) : 'pending');

interface Progressed {
  status: string;
  current_stage: number;
  submitted_at: string | null;
}

/** How far an application is, in words. */
export function stageText({ current_stage: stage, submitted_at }: Progressed): string {
  if (submitted_at !== null) return texts.stageUnderReview;
  if (stage >= stages.complete) return texts.stageAwaiting;
  return texts.stageIncomplete({ stage: Math.max(stage, stages.identification), of: formStages });
}

export const isReapply = ({ status }: { status: string }) => status === 'reapply';

/** Whether the applicant goes on with the forms; otherwise the status is shown. */
export const mayContinue = (application: { status: string }, canEdit: boolean) =>
  canEdit || isReapply(application);

/** The stage at which an application is opened; one that existed before is past the disclaimer. */
export function openingStage(application: Progressed, existed: boolean): number {
  const least = existed || isReapply(application) ? stages.identification : stages.disclaimer;
  return Math.min(Math.max(application.current_stage, least), stages.agreement);
}

/** The stage before, or null where one cannot go back. */
export function stageBefore(stage: number, application: { status: string }): number | null {
  const first = isReapply(application) ? stages.identification : stages.disclaimer;
  return stage > first ? stage - 1 : null;
}

const visible = /[^\p{C}\p{Z}]/u;

/** Words are what white space separates and shows anything. */
export const countWords = (text: string) => text.split(/\s+/u).filter((word) => visible.test(word)).length;

export const isBlank = (text: string) => !visible.test(text);

const twoDigits = (n: number) => String(n).padStart(2, '0');
const dayOf = (now: number) => {
  const date = new Date(now);
  return `${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
};

/** The age in whole years of who was born on a day, 2006-01-02; -1 for no day. */
export function ageOn(born: string, now: number): number {
  const [, year, day] = /^(\d{4})-(\d\d-\d\d)$/.exec(born) ?? [];
  if (!year || !day) return -1;
  return new Date(now).getFullYear() - Number(year) - (dayOf(now) < day ? 1 : 0);
}

/** The last day on which one may be born. */
export function lastBirthDate(now: number): string {
  const year = new Date(now).getFullYear() - minAge;
  const leap = new Date(year, 1, 29).getMonth() === 1;
  const day = dayOf(now);
  return `${String(year).padStart(4, '0')}-${day === '02-29' && !leap ? '02-28' : day}`;
}

/** The number in E.164 as the server reads it, null for none: ten digits are North American. */
export function phoneOf(typed: string): string | null {
  const text = typed.trim();
  if (!/^[\d\s+./()-]*$/.test(text)) return null;
  const digits = text.replace(/\D/g, '');
  const number = !text.startsWith('+') && digits.length === 10 ? `1${digits}` : digits;
  if (digits.length < 10 || number.length > 15 || number.startsWith('0')) return null;
  return number.startsWith('1') && number.length !== 11 ? null : `+${number}`;
}

/** Milliseconds until the written answers may be handed in. */
export const answersWaitMs = (openedAt: string | null, now: number) =>
  openedAt === null ? 0 : Math.max(0, Date.parse(openedAt) + minAssessmentMs - now);

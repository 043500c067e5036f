// Sums of money: in cents while they are reckoned, in dollars on the wire.
import { texts } from 'texts:money';

/** What may be paid at once, in cents, and what is said about too little and too much. */
export interface Limits {
  min: number;
  max: number;
  tooLittle: string;
  tooMuch: string;
}

export const contributionLimits = (): Limits => ({
  min: 500,
  max: 1_000_000,
  tooLittle: texts.minimumContribution,
  tooMuch: texts.maximumContribution,
});

export const serverCostLimits = (): Limits => ({
  min: 300,
  max: 1_000_000,
  tooLittle: texts.minimumPayment,
  tooMuch: texts.maximumPayment,
});

/** The sums that are offered for a contribution, in cents. */
export const contributionPresets = [1_000, 2_500, 5_000, 10_000] as const;

/** The shares of the server cost that are offered, in percent, and which of them are recommended. */
export const costShares = [25, 50, 75, 100] as const;
export type CostShare = (typeof costShares)[number];
export const recommended: readonly CostShare[] = [50, 75];

export const centsOf = (dollars: number) => Math.round(dollars * 100);
export const dollarsOf = (cents: number) => cents / 100;

/** Percent of a cost, in whole cents, a half upward, as the server reckons it. */
export const shareOf = (costCents: number, percent: number) => Math.floor((costCents * percent + 50) / 100);

/** Groups of three with dots, and a comma before the cents: 1.250,00. */
const dotsGroup = /^(\d{1,3}(?:\.\d{3})+),(\d{0,2})$/;

/** Groups of three with commas, the last one perhaps not yet whole: 1,250. */
const commasGroup = /^[1-9]\d{0,2}(?:,\d{3})*(?:,\d{0,3})?$/;

/** The same before a dot: 1,250.00. */
const commasThenDot = /^([1-9]\d{0,2}(?:,\d{3})+)\.(.*)$/;

/**
 * What stays of a typed sum: digits and one dot or comma with at most two digits after it.
 * Commas between groups of three stay while one types. Where the signs make no such groups
 * the first one is the dot, so that nothing is read as more than was meant.
 */
export function cleanAmount(text: string): string {
  const written = text.replace(/[^\d.,]/g, '');
  const dots = dotsGroup.exec(written);
  if (dots) return `${dots[1]?.replaceAll('.', '')}.${dots[2]}`;
  if (commasGroup.test(written)) return written;
  const commas = commasThenDot.exec(written);
  if (commas) return `${commas[1]?.replaceAll(',', '')}.${centDigits(commas[2])}`;
  const sign = written.search(/[.,]/);
  if (sign < 0) return written;
  return written.slice(0, sign + 1) + centDigits(written.slice(sign + 1));
}

const centDigits = (text = '') => text.replace(/\D/g, '').slice(0, 2);

/** The cents of a cleaned sum; 0 for none. Longer ones than any limit stay too much. */
export function readAmount(text: string): number {
  const [, whole = text, part = ''] = /^(.*)[.,](\d{0,2})$/.exec(text) ?? [];
  return Number(whole.replaceAll(',', '') || '0') * 100 + Number(part.padEnd(2, '0'));
}

/** Why a sum cannot be paid; '' when it can. */
export function amountFault(cents: number, limits: Limits): string {
  if (cents < limits.min) return limits.tooLittle;
  return cents > limits.max ? limits.tooMuch : '';
}

/** How many contributions of one's own are shown. */
export const historyShown = 10;

/** The tone of a status: what is neither completed nor pending has failed in some way. */
export const statusTone = (status: string) =>
  status === 'completed' ? 'clear' : status === 'pending' ? 'info' : 'alert';

/** What the meter showed after each of some ledger lines, newest first, from what it shows now; in cents. */
export function metersAfter(nowCents: number, amounts: readonly number[]): number[] {
  const meters: number[] = [];
  let meter = nowCents;
  for (const amount of amounts) {
    meters.push(meter);
    meter -= centsOf(amount);
  }
  return meters;
}

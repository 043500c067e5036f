import { describe, expect, it } from 'vitest';
import {
  amountFault,
  centsOf,
  cleanAmount,
  contributionLimits,
  metersAfter,
  readAmount,
  serverCostLimits,
  shareOf,
} from './money';

it.each([
  ['12.5', '12.5', 1250],
  ['$1,234.567', '1234.56', 123456],
  ['1.2.3', '1.23', 123],
  ['1e3', '13', 1300],
  ['-5', '5', 500],
  ['.5', '.5', 50],
  ['.', '.', 0],
  ['abc', '', 0],
  ['4.10', '4.10', 410],
  // Much of Europe writes a comma for the dot: twelve and a half was a hundred times as much.
  ['12,50', '12,50', 1250],
  ['12,5', '12,5', 1250],
  ['12,', '12,', 1200],
  ['12,50 €', '12,50', 1250],
  ['1.250,00', '1250.00', 125_000],
  ['1.234.567,8', '1234567.8', 123_456_780],
  ['1,250.00', '1250.00', 125_000],
  ['1,250', '1,250', 125_000],
  ['1 250,00', '1250,00', 125_000],
  ['1.250', '1.25', 125],
  ['0,5', '0,5', 50],
  [',5', ',5', 50],
  [',', ',', 0],
  // What makes no groups of three was read without its comma: a hundred times as much, or more.
  ['12,50.', '12,50', 1250],
  ['12,5.0', '12,50', 1250],
  ['1,250,00', '1,250,00', 125_000],
  ['1,250,0', '1,250,0', 125_000],
  ['1,2505', '1,25', 125],
  ['0,505', '0,50', 50],
  [',505', ',50', 50],
  ['1250,505', '1250,50', 125_050],
  ['1,25,00', '1,25', 125],
  ['1,0000', '1,00', 100],
])('keeps of %s only %s: %i cents (CONT-3, COST-5)', (typed, kept, cents) => {
  expect(cleanAmount(typed)).toBe(kept);
  expect(readAmount(kept)).toBe(cents);
});

it('knows the limits, both inclusive, and that they differ (CONT-4, COST-5, COST-14)', () => {
  expect(amountFault(499, contributionLimits())).toBe('Minimum contribution is $5');
  expect(amountFault(500, contributionLimits())).toBe('');
  expect(amountFault(1_000_000, contributionLimits())).toBe('');
  expect(amountFault(1_000_001, contributionLimits())).toBe('Maximum contribution is $10,000');
  expect(amountFault(299, serverCostLimits())).toBe('Minimum payment is $3.00');
  expect(amountFault(300, serverCostLimits())).toBe('');
  expect(amountFault(1_000_001, serverCostLimits())).toBe('Maximum payment is $10,000');
  expect(amountFault(readAmount('9'.repeat(400)), serverCostLimits())).toBe('Maximum payment is $10,000');
});

describe('shares of the cost', () => {
  it.each([
    // The server's test has the same table.
    [10_000, 25, 2_500],
    [1_001, 50, 501],
    [1_001, 25, 250],
    [998, 25, 250],
    [1_198, 25, 300],
    [1_197, 25, 299],
    [4_002, 75, 3_002],
    [1, 50, 1],
    [8_001, 50, 4_001],
    [8_001, 100, 8_001],
    [0, 100, 0],
  ])('%i cents, %i percent: %i cents (COST-15)', (cost, percent, cents) => {
    expect(shareOf(cost, percent)).toBe(cents);
  });
});

it('walks the meter back line by line to where it began (COST-12)', () => {
  const amounts = [-12.34, 0.1, -0.2, 120];
  const sum = amounts.reduce((total, amount) => total + centsOf(amount), 0);
  expect(metersAfter(sum, amounts)).toEqual([10_756, 11_990, 11_980, 12_000]);
});

it.each([
  ['12,50', 1250],
  ['1,250.00', 125_000],
  ['1,250', 125_000],
  ['1,250,000', 125_000_000],
  ['0,505', 50],
  // The dot stands for the cents before the comma comes: less, and never more, than was meant.
  ['1.250,00', 125],
])('reads %s also when it is typed key by key (CONT-3)', (typed, cents) => {
  let field = '';
  for (const key of typed) field = cleanAmount(field + key);
  expect(readAmount(field)).toBe(cents);
});

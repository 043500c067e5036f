// The two lists of daylight are one, and every pair of ink and ground can be read.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync('src/styles/tokens.css', 'utf8');

function rolesOf(start: string): Map<string, string> {
  const from = css.indexOf(start);
  const block = css.slice(css.indexOf('{', from) + 1, css.indexOf('}', from));
  return new Map(
    [...block.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map((match) => [match[1] ?? '', match[2] ?? '']),
  );
}

const night = rolesOf(':root {');
const bySystem = rolesOf(":root:not([data-theme='night']) {");
const byChoice = rolesOf(":root[data-theme='daylight'] {");

it('gives the same daylight by the system and by choice', () => {
  expect(bySystem.size).toBeGreaterThan(30);
  expect(byChoice).toEqual(bySystem);
});

/** Relative luminance (WCAG) of an oklch() colour without alpha. */
function luminance(colour: string): number {
  const [l = 0, c = 0, h = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const cube = [
    l + 0.3963377774 * a + 0.2158037573 * b,
    l - 0.1055613458 * a - 0.0638541728 * b,
    l - 0.0894841775 * a - 1.291485548 * b,
  ].map((root) => root ** 3);
  const [x = 0, y = 0, z = 0] = cube;
  const linear = [
    4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z,
    -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z,
    -0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z,
  ].map((value) => Math.min(1, Math.max(0, value)));
  return 0.2126 * (linear[0] ?? 0) + 0.7152 * (linear[1] ?? 0) + 0.0722 * (linear[2] ?? 0);
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ['--ground-page', '--ground-panel', '--ground-raised', '--ground-field'];
const inks = ['--ink', '--ink-2', '--ink-3', '--accent-ink', '--clear', '--alert', '--info'];
const fills = [
  ['--on-accent', '--accent'],
  ['--on-accent', '--accent-hover'],
  ['--on-accent', '--accent-press'],
  ['--on-alert', '--alert-fill'],
] as const;

describe.each([
  ['night', night],
  ['daylight', new Map([...night, ...byChoice])],
])('%s', (_, roles) => {
  const colour = (role: string) => roles.get(role) ?? `no ${role}`;
  const worn = [...roles.keys()].filter((role) => /^--(rank|badge)-/.test(role));

  it.each(grounds.flatMap((ground) => [...inks, ...worn].map((ink) => [ink, ground] as const)))(
    '%s on %s is readable (4.5:1)',
    (ink, ground) => {
      expect(contrast(colour(ink), colour(ground))).toBeGreaterThanOrEqual(4.5);
    },
  );
  it.each(fills)('%s on %s is readable (4.5:1)', (ink, fill) => {
    expect(contrast(colour(ink), colour(fill))).toBeGreaterThanOrEqual(4.5);
  });
  it.each(grounds)('a control’s line stands out on %s (3:1)', (ground) => {
    expect(contrast(colour('--line-strong'), colour(ground))).toBeGreaterThanOrEqual(3);
  });
});

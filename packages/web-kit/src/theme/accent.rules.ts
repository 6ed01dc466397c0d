import type { CSSProperties } from 'react';
import { fullest, hexOf, hueGap, oklchOf, readColor } from './oklch.rules.js';
import { accentNames, dark, light } from './tokens.js';

/** The colour of one who speaks, in both themes. */
export interface Accent {
  light: string;
  dark: string;
  /** Degrees; none for graphite. */
  hue: number | undefined;
}

/** What goes on the root of a panel or tile: `<section {...accent}>`; inside, `var(--a)` and `var(--a-tint)`. */
export interface AccentStyle {
  className: 'accent';
  style: CSSProperties;
}

const graphite: Accent = { light: light['ink-2'], dark: dark['ink-2'], hue: undefined };
const nearGrey = 0.03;
/** Two services nearer than this in hue would be taken for one. */
export const minGap = 20;

const eight: readonly Accent[] = accentNames.map((name) => ({
  light: light[name],
  dark: dark[name],
  hue: oklchOf(readColor(light[name])!).h,
}));

/** The brand acts and never speaks: no service is moved to its hue. */
const brandHue = oklchOf(readColor(light.brand)!).h;

/** The accent of a configured colour: its hue only, at the lightness of the theme; near-greys become graphite. */
export function accentOf(color: string): Accent {
  const rgb = readColor(color);
  if (!rgb) return graphite;
  const { c, h } = oklchOf(rgb);
  return c < nearGrey ? graphite : accentOfHue(h);
}

export interface ColoredService {
  name: string;
  color: string;
  /** Picked by the product: no one chose it, so it may move. */
  hasDefaultColor?: boolean | undefined;
  variantOf?: string | undefined;
}

/**
 * Accents by service name. A configured colour keeps its hue, also where two share one: it may be a brand's. A default
 * one within 20° of another takes the nearest free of the eight, and when none is free, the middle of the widest gap.
 * A variant has that of its service.
 */
export function accentsOf(services: readonly ColoredService[]): Map<string, Accent> {
  const own = services.filter(({ variantOf }) => variantOf === undefined);
  const given = new Map<string, Accent>();
  for (const { name, color, hasDefaultColor } of own) if (!hasDefaultColor) given.set(name, accentOf(color));
  for (const { name, color, hasDefaultColor } of own) if (hasDefaultColor) given.set(name, freeAccent(color, given));
  return new Map(
    services.map(({ name, color, variantOf = name }) => [name, given.get(variantOf) ?? accentOf(color)] as const),
  );
}

/** An accent as CSS variables; a sheet picks the one of the theme. */
export const accentStyle = (accent: Accent): AccentStyle => ({
  className: 'accent',
  style: { '--a-light': accent.light, '--a-dark': accent.dark } as CSSProperties,
});

const accentOfHue = (hue: number): Accent => ({
  light: hexOf(fullest(0.519, hue, 0.15)),
  dark: hexOf(fullest(0.77, hue, 0.115)),
  hue,
});

function freeAccent(color: string, given: Map<string, Accent>): Accent {
  const own = accentOf(color);
  return isFree(own, given) ? own : (nearestFree(own, given) ?? inWidestGap(given));
}

function isFree({ hue }: Accent, given: Map<string, Accent>): boolean {
  if (hue === undefined) return true;
  return [...given.values()].every((taken) => taken.hue === undefined || hueGap(taken.hue, hue) >= minGap);
}

function nearestFree({ hue = 0 }: Accent, given: Map<string, Accent>): Accent | undefined {
  const free = eight.filter((accent) => isFree(accent, given));
  return free.sort((one, other) => hueGap(one.hue!, hue) - hueGap(other.hue!, hue))[0];
}

function inWidestGap(given: Map<string, Accent>): Accent {
  const hues = [brandHue, ...[...given.values()].flatMap(({ hue }) => hue ?? [])].sort((one, other) => one - other);
  const gaps = hues.map((from, at) => ({ from, wide: (hues[at + 1] ?? hues[0]! + 360) - from }));
  const { from, wide } = gaps.reduce((widest, gap) => (gap.wide > widest.wide ? gap : widest));
  return accentOfHue((from + wide / 2) % 360);
}

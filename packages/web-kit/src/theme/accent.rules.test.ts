import { describe, expect, it } from '@jest/globals';
import { listAiServices } from '@polylogue/api-contract';
import fc from 'fast-check';
import { keyOf } from '../api/use-api.js';
import { accentOf, accentsOf, minGap } from './accent.rules.js';
import { contrast, hueGap, mix, oklchOf, readColor } from './oklch.rules.js';
import { accentNames, dark, light, tintShare, type Palette } from './tokens.js';
import { withFormer, withFormerKey } from './with-former.js';

const hex = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`);
const run = { seed: 20250710, numRuns: 400 };

function minContrast(color: string, palette: Palette, share: number): number {
  const rgb = readColor(color)!;
  const surface = readColor(palette.surface)!;
  const grounds = [surface, readColor(palette.canvas)!, mix(rgb, share, surface)];
  return Math.min(...grounds.map((ground) => contrast(rgb, ground)));
}

describe('an accent', () => {
  it('reads well on surface, canvas and its own tint, whatever colour was configured', () => {
    fc.assert(
      fc.property(hex, (color) => {
        const accent = accentOf(color);
        expect(minContrast(accent.light, light, tintShare.light)).toBeGreaterThanOrEqual(4.6);
        expect(minContrast(accent.dark, dark, tintShare.dark)).toBeGreaterThanOrEqual(6.4);
      }),
      run,
    );
  });

  it('keeps the hue, and only the hue', () => {
    fc.assert(
      fc.property(hex, (color) => {
        const accent = accentOf(color);
        if (accent.hue === undefined) return;
        const shown = oklchOf(readColor(accent.light)!);
        expect(hueGap(shown.h, oklchOf(readColor(color)!).h)).toBeLessThan(2);
        expect(shown.l).toBeCloseTo(0.52, 1);
        expect(shown.c).toBeLessThanOrEqual(0.152);
      }),
      run,
    );
  });

  it.each(['#808080', '#000', '#ffffff', 'rebeccapurple?', ''])('of %p is graphite', (color) => {
    expect(accentOf(color)).toEqual({ light: light['ink-2'], dark: dark['ink-2'], hue: undefined });
  });

  it('is one of the eight when its hue is taken, the nearest free', () => {
    const accents = accentsOf([
      { name: 'first', color: '#097C56' },
      { name: 'second', color: '#0a7d57', hasDefaultColor: true },
    ]);
    expect(accents.get('second')).toMatchObject({ light: light.moss });
  });

  it('is never nearer than 20° of hue to an earlier one while one of the eight is free', () => {
    fc.assert(
      fc.property(fc.array(hex, { minLength: 2, maxLength: 6 }), (colors) => {
        const given = [
          ...accentsOf(colors.map((color, at) => ({ name: `service-${at}`, color, hasDefaultColor: true }))).values(),
        ];
        given.forEach(({ hue }, at) => {
          const earlier = given.slice(0, at).flatMap((accent) => accent.hue ?? []);
          if (hue !== undefined) for (const taken of earlier) expect(hueGap(taken, hue)).toBeGreaterThanOrEqual(minGap);
        });
      }),
      run,
    );
  });

  it('is never taken from a colour that was configured, wherever it stands among the defaults', () => {
    const service = fc.record({ color: hex, hasDefaultColor: fc.boolean() });
    fc.assert(
      fc.property(fc.array(service, { minLength: 2, maxLength: 9 }), (given) => {
        const services = given.map((each, at) => ({ ...each, name: `service-${at}` }));
        const accents = accentsOf(services);
        expect([...accents.keys()]).toEqual(services.map(({ name }) => name));
        for (const { name, color, hasDefaultColor } of services) {
          if (!hasDefaultColor) expect(accents.get(name)).toEqual(accentOf(color));
        }
      }),
      run,
    );
  });

  it('moves a default colour out of the way of a configured one that comes later', () => {
    const accents = accentsOf([
      { name: 'default', color: light.jade, hasDefaultColor: true },
      { name: 'configured', color: light.jade },
    ]);
    expect(accents.get('default')).toMatchObject({ light: light.moss });
    expect(accents.get('configured')).toEqual(accentOf(light.jade));
  });

  it('stands in the widest gap when all eight are taken, and away from the brand', () => {
    const eight = accentNames.map((name) => ({ name, color: light[name] }));
    const ninth = accentsOf([...eight, { name: 'ninth', color: light.clay, hasDefaultColor: true }]).get('ninth')!;
    const others = [...eight.map(({ color }) => color), light.brand].map((color) => oklchOf(readColor(color)!).h);
    for (const hue of others) expect(hueGap(hue, ninth.hue!)).toBeGreaterThanOrEqual(minGap);
  });
});

it('gives a variant the accent of its service, and none of the others another one', () => {
  const services = [
    { name: 'gpt', color: light.clay },
    { name: 'claude', color: light.rose },
  ];
  const variant = { name: 'gpt..k3f9a2', color: light.clay, variantOf: 'gpt' };
  const accents = accentsOf([services[0]!, variant, services[1]!]);
  expect(accents.get(variant.name)).toEqual(accents.get('gpt'));
  expect(accents.get('claude')).toEqual(accentsOf(services).get('claude'));
});

it('accents are read once, beside who reads the same services by their route', () => {
  expect(withFormerKey).toEqual(keyOf(listAiServices, withFormer));
});

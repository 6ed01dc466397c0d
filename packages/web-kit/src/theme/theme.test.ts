import { describe, expect, it } from '@jest/globals';
import { theme } from 'antd';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { antdTheme } from './antd-theme.js';
import { dark, light } from './tokens.js';

const css = readFileSync(join(import.meta.dirname, 'theme.css'), 'utf8');
const blockOf = (selector: string) => css.split(`\n${selector} {`)[1]?.split('\n}')[0] ?? '';

describe.each([
  ['light', light, ':root'],
  ['dark', dark, "html[data-theme='dark']"],
] as const)('the %s theme', (name, palette, selector) => {
  it('has the colours of tokens.ts in theme.css', () => {
    const block = blockOf(selector);
    for (const [variable, value] of Object.entries(palette)) {
      expect(block).toContain(`  --${variable}: ${value.toLowerCase()};`);
    }
  });

  it('keeps its colours exactly through the algorithm of antd', () => {
    const token = theme.getDesignToken(antdTheme[name]);
    expect(token).toMatchObject({
      colorBgLayout: palette.canvas,
      colorBgContainer: palette.surface,
      colorBgElevated: palette.surface,
      colorFillTertiary: palette.hover,
      colorBorderSecondary: palette.line,
      colorBorder: palette.control,
      colorText: palette.ink,
      colorTextSecondary: palette['ink-2'],
      colorTextTertiary: palette['ink-3'],
      colorTextPlaceholder: palette['ink-3'],
      colorTextDescription: palette['ink-3'],
      colorPrimary: palette.brand,
      colorPrimaryHover: palette['brand-hover'],
      colorPrimaryBg: palette['brand-tint'],
      colorLink: palette.brand,
      colorInfo: palette.brand,
      colorSuccess: palette.ok,
      colorSuccessBg: palette['ok-tint'],
      colorWarning: palette.warn,
      colorWarningBg: palette['warn-tint'],
      colorError: palette.error,
      colorErrorBg: palette['error-tint'],
      colorErrorBorder: palette['error-line'],
    });
  });

  it('has the sizes and motion of the look', () => {
    expect(theme.getDesignToken(antdTheme[name])).toMatchObject({
      fontSize: 14,
      borderRadius: 6,
      borderRadiusLG: 8,
      borderRadiusSM: 4,
      controlHeight: 32,
      controlHeightSM: 28,
      controlHeightLG: 40,
      lineWidth: 1,
      motionDurationFast: '0.08s',
      motionDurationMid: '0.14s',
      motionDurationSlow: '0.2s',
    });
    expect(antdTheme[name].components).toMatchObject({
      Button: { primaryColor: palette['on-brand'], defaultBorderColor: palette['line-2'] },
      Table: { headerBg: palette.sunken, cellPaddingBlock: 8, cellPaddingInline: 12 },
      Card: { headerHeight: 44 },
      Tabs: { inkBarColor: palette.brand },
    });
  });
});

it('pins the palettes themselves', () => {
  expect([light.canvas, light.ink, light.brand, light.error]).toEqual(['#F5F4F1', '#1D1C1A', '#0B6472', '#B3261E']);
  expect([dark.canvas, dark.ink, dark.brand, dark.error]).toEqual(['#131312', '#ECEAE4', '#5CC2D1', '#FF8A80']);
});

import { theme as antd, type ThemeConfig } from 'antd';
import { dark, fontFamily, light, monoFamily, type Palette } from './tokens.js';

type Algorithm = typeof antd.darkAlgorithm;

function themeOf(palette: Palette, base: Algorithm): ThemeConfig {
  const ours = mapOf(palette);
  return {
    algorithm: (seed, map) => ({ ...base(seed, map), ...ours }),
    cssVar: { key: 'polylogue' },
    hashed: false,
    token: {
      fontFamily,
      fontFamilyCode: monoFamily,
      fontSize: 14,
      borderRadius: 6,
      controlHeight: 32,
      lineWidth: 1,
      motionDurationFast: '0.08s',
      motionDurationMid: '0.14s',
      motionDurationSlow: '0.2s',
      colorTextDescription: palette['ink-3'],
      colorTextPlaceholder: palette['ink-3'],
      colorBgElevated: palette.surface,
      controlItemBgHover: palette.hover,
      controlItemBgActive: palette['brand-tint'],
      boxShadowSecondary: 'var(--pop)',
    },
    components: componentsOf(palette),
  };
}

function mapOf(palette: Palette) {
  return {
    colorBgLayout: palette.canvas,
    colorBgContainer: palette.surface,
    colorBgElevated: palette.surface,
    colorFillTertiary: palette.hover,
    colorFillQuaternary: palette.sunken,
    colorBorder: palette.control,
    colorBorderSecondary: palette.line,
    colorText: palette.ink,
    colorTextSecondary: palette['ink-2'],
    colorTextTertiary: palette['ink-3'],
    ...toneOf('Primary', palette.brand, palette['brand-hover'], palette['brand-tint'], palette.brand),
    ...toneOf('Info', palette.brand, palette['brand-hover'], palette['brand-tint'], palette.brand),
    ...toneOf('Success', palette.ok, palette.ok, palette['ok-tint'], palette.ok),
    ...toneOf('Warning', palette.warn, palette.warn, palette['warn-tint'], palette.warn),
    ...toneOf('Error', palette.error, palette.error, palette['error-tint'], palette['error-line']),
    colorLink: palette.brand,
    colorLinkHover: palette['brand-hover'],
    colorLinkActive: palette['brand-hover'],
    borderRadiusLG: 8,
    borderRadiusSM: 4,
    controlHeightSM: 28,
    controlHeightLG: 40,
  };
}

const toneOf = (name: string, color: string, hover: string, tint: string, border: string) => ({
  [`color${name}`]: color,
  [`color${name}Hover`]: hover,
  [`color${name}Active`]: hover,
  [`color${name}Text`]: color,
  [`color${name}TextHover`]: hover,
  [`color${name}TextActive`]: hover,
  [`color${name}Bg`]: tint,
  [`color${name}BgHover`]: tint,
  [`color${name}Border`]: border,
  [`color${name}BorderHover`]: border,
});

function componentsOf(palette: Palette): NonNullable<ThemeConfig['components']> {
  const flat = { defaultShadow: 'none', primaryShadow: 'none', dangerShadow: 'none' };
  return {
    Button: {
      ...flat,
      primaryColor: palette['on-brand'],
      defaultBorderColor: palette['line-2'],
      defaultHoverBorderColor: palette['line-2'],
      defaultHoverColor: palette.ink,
      defaultHoverBg: palette.hover,
      defaultActiveBorderColor: palette['line-2'],
      defaultActiveColor: palette.ink,
      defaultActiveBg: palette.hover,
      fontWeight: 500,
      contentFontSize: 13,
      contentFontSizeSM: 12.5,
      iconGap: 6,
      borderRadiusSM: 6,
      paddingInline: 12,
      paddingInlineSM: 10,
      textTextColor: palette['ink-2'],
      textTextHoverColor: palette['ink-2'],
      textTextActiveColor: palette['ink-2'],
      textHoverBg: palette.hover,
    },
    Table: {
      headerBg: palette.sunken,
      headerColor: palette['ink-2'],
      cellPaddingBlock: 8,
      cellPaddingInline: 12,
      cellFontSize: 13,
      headerSplitColor: 'transparent',
      headerSortActiveBg: palette.sunken,
      headerSortHoverBg: palette.hover,
      bodySortBg: 'transparent',
      rowHoverBg: palette.sunken,
      rowSelectedBg: palette['brand-tint'],
    },
    Card: { headerHeight: 44 },
    Tabs: tabsOf(palette),
    Select: { fontSize: 13, optionFontSize: 13, optionSelectedBg: palette['brand-tint'] },
    Tooltip: { colorBgSpotlight: palette.ink, colorTextLightSolid: palette.surface },
  };
}

const tabsOf = (palette: Palette) => ({
  inkBarColor: palette.brand,
  itemColor: palette['ink-2'],
  itemHoverColor: palette.ink,
  itemActiveColor: palette.ink,
  itemSelectedColor: palette.ink,
  titleFontSize: 13.5,
  horizontalItemGutter: 20,
  horizontalItemPadding: '7px 0',
  horizontalMargin: '0 0 14px',
});

/** antd's theme for light and dark. Its algorithms never keep a seed colour exactly, so ours stand over their map. */
export const antdTheme: Readonly<Record<'light' | 'dark', ThemeConfig>> = {
  light: themeOf(light, antd.defaultAlgorithm),
  dark: themeOf(dark, antd.darkAlgorithm),
};

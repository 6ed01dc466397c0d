/** The colours of a theme, by the names of the CSS variables (`--canvas`, `--ink-2`, …). The one place they stand. */
export const light = {
  canvas: '#F5F4F1',
  surface: '#FFFFFF',
  sunken: '#FAF9F7',
  hover: '#F1EFEB',
  raised: '#FFFFFF',
  code: '#F7F6F3',
  line: '#E5E3DD',
  'line-2': '#D2CFC7',
  control: '#918E85',
  ink: '#1D1C1A',
  'ink-2': '#55534C',
  'ink-3': '#6C6961',
  brand: '#0B6472',
  'brand-hover': '#084E59',
  'on-brand': '#FFFFFF',
  'brand-tint': '#E4F0F2',
  ok: '#1B7046',
  'ok-tint': '#E6F2EB',
  warn: '#8A5A00',
  'warn-tint': '#FAF0DA',
  error: '#B3261E',
  'error-tint': '#FBEBE9',
  'error-line': '#EBC1BC',
  'score-high': '#DCEFE4',
  'score-high-ink': '#124E31',
  'score-middle': '#FAEBC6',
  'score-middle-ink': '#5F3E00',
  'score-low': '#F8D9D5',
  'score-low-ink': '#8A1C15',
  clay: '#AC430E',
  ochre: '#8A6007',
  moss: '#487906',
  jade: '#097C56',
  sky: '#036EAE',
  iris: '#5B5ABC',
  plum: '#8C47A0',
  rose: '#AA3A62',
} as const;

/** A theme: the same names, other colours. */
export type Palette = Readonly<Record<keyof typeof light, string>>;

export const dark: Palette = {
  canvas: '#131312',
  surface: '#1B1B1A',
  sunken: '#171716',
  hover: '#252523',
  raised: '#33322F',
  code: '#151514',
  line: '#2B2A28',
  'line-2': '#3D3B38',
  control: '#77746C',
  ink: '#ECEAE4',
  'ink-2': '#B4B1A8',
  'ink-3': '#949188',
  brand: '#5CC2D1',
  'brand-hover': '#80D3DF',
  'on-brand': '#06272D',
  'brand-tint': '#182B2F',
  ok: '#5DC48E',
  'ok-tint': '#1A2C22',
  warn: '#E0B050',
  'warn-tint': '#30281A',
  error: '#FF8A80',
  'error-tint': '#331E1C',
  'error-line': '#5E302C',
  'score-high': '#1C3A2A',
  'score-high-ink': '#A9E2C3',
  'score-middle': '#3D3218',
  'score-middle-ink': '#F0CF8C',
  'score-low': '#4A2522',
  'score-low-ink': '#FFB7B0',
  clay: '#F29B79',
  ochre: '#DCAB59',
  moss: '#99C475',
  jade: '#67CB9F',
  sky: '#72BCF9',
  iris: '#A6ACFC',
  plum: '#D39DE4',
  rose: '#F194AE',
};

/** The eight accents, in the order they are handed out. */
export const accentNames = ['clay', 'ochre', 'moss', 'jade', 'sky', 'iris', 'plum', 'rose'] as const;

/** How much of an accent its tint takes over the surface. */
export const tintShare = { light: 0.08, dark: 0.11 } as const;

/** The sans and mono families, self-hosted, with fallbacks cut to the same width. */
export const fontFamily = '"Geist Variable", "Geist Fallback", system-ui, -apple-system, "Segoe UI", sans-serif';
export const monoFamily = '"Geist Mono Variable", ui-monospace, Menlo, Consolas, monospace';

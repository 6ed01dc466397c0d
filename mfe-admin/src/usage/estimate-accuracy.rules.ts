import { grouped, type EstimateAccuracy } from '@polylogue/api-contract';

/** `70 % of 10 replies`. */
export const withinLabel = ({ calls, within }: EstimateAccuracy): string =>
  `${Math.round((within / calls) * 100)} % of ${calls === 1 ? '1 reply' : `${grouped(calls)} replies`}`;

const aboutRight = 0.05;

/** What the middle one of the replies came to, beside the middle of its estimate. */
export function ratioLabel({ medianRatio: ratio }: Pick<EstimateAccuracy, 'medianRatio'>): string {
  if (Math.abs(ratio - 1) < aboutRight) return 'as estimated';
  if (ratio > 1) return `${ratio >= 2 ? `${ratio.toFixed(1)} times` : `${percent(ratio - 1)} above`} the estimate`;
  return `${percent(1 - ratio)} below the estimate`;
}

const percent = (part: number) => `${Math.round(part * 100)} %`;

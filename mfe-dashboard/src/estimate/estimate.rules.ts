import type { BodyOf, Estimate, estimateMessage } from '@polylogue/api-contract';
import { costFigure, counted, durationOf } from '@polylogue/web-kit/estimate';

export type EstimateRequest = BodyOf<typeof estimateMessage>;

/** What stands in the box, with the bytes of its files; undefined where there is nothing to send. */
export function requestOf(
  message: string,
  selectedAIs: readonly string[],
  fileBytes?: number,
): EstimateRequest | undefined {
  if (selectedAIs.length === 0 || (message.trim() === '' && fileBytes === undefined)) return undefined;
  const messageBytes = new TextEncoder().encode(message).length;
  return { selectedAIs: [...selectedAIs], messageBytes, ...(fileBytes !== undefined && { fileBytes }) };
}

/** The line under the box: `≈ $0.03–0.09 · about 20 s · 3 services · plus judges: Claude, ChatGPT`. */
export function lineOf(estimate: Estimate): string {
  const { services, seconds, judging } = estimate;
  return [
    costFigure(estimate),
    ...(seconds === null ? [] : [`about ${durationOf(seconds)}`]),
    counted(services.length, 'service'),
    ...(judging ? [judgesOf(judging)] : []),
  ].join(' · ');
}

const namedJudges = 3;

/** What judges cost is no part of the estimate, so it is said that they come. */
function judgesOf({ judges, count, share }: NonNullable<Estimate['judging']>): string {
  const names = judges.map(({ displayName }) => displayName);
  const who = count === names.length && count <= namedJudges ? `: ${names.join(', ')}` : '';
  return `${share < 1 ? 'perhaps' : 'plus'} ${who === '' ? counted(count, 'judge') : `judges${who}`}`;
}

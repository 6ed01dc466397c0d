import type { MergedAnswer } from '@polylogue/api-contract';
import { costRemarks, originRemarks } from './origin.rules.js';
import { minutes } from './transcript.rules.js';

export const answerTitle = ({ version, writer }: MergedAnswer): string =>
  `One answer by ${writer.displayName}, version ${version}`;

export function answerRemarks(answer: MergedAnswer): string[] {
  const { timestamp, status, steering, basedOn, stopReason, responseTime, cost, generation } = answer;
  return [
    minutes(timestamp),
    ...(steering === undefined ? [] : [`“${steering}”`]),
    ...(basedOn === undefined ? [] : [`rewrites version ${basedOn}`]),
    ...(status === 'completed' ? [] : [status]),
    ...(stopReason === undefined ? [] : [stopReason === 'length' ? 'cut short' : stopReason]),
    ...(responseTime === undefined ? [] : [`${(responseTime / 1000).toFixed(1)} s`]),
    ...costRemarks(cost),
    ...originRemarks(generation),
  ];
}

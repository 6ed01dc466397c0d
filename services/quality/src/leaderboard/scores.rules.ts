import { groupBy } from '@polylogue/service-kit';
import { fromStored, Generation } from '@polylogue/proto';
import { meanOf, type Mean } from '../statistics/mean.rules.js';
import type { Steps } from '../statistics/steps.js';
import { versionOf } from '../votes/version.rules.js';
import type { VerdictRow } from './figures.entity.js';
import { keyOf } from './people.rules.js';

export interface Scored extends Mean {
  aiService: string;
  version: string | undefined;
  verdicts: number;
}

/** What judges give each service: the mean over replies of their judges' mean, best first. `leftOut` judges count nothing. */
export function* scoresOf(
  rows: readonly VerdictRow[],
  byService: boolean,
  leftOut: ReadonlySet<string> = new Set(),
): Steps<Scored[]> {
  const versions = new Map<string, string>();
  const versionIn = ({ messageId, judged }: VerdictRow): string => {
    const known = versions.get(messageId) ?? versionOf(fromStored(Generation, judged));
    versions.set(messageId, known);
    return known;
  };
  const counted = rows.filter(({ judge }) => !leftOut.has(judge));
  const byKey = groupBy(counted, (row) => keyOf({ aiService: row.aiService, version: versionIn(row) }, byService));
  const scored: Scored[] = [];
  for (const own of byKey.values()) {
    yield;
    const [first] = own;
    const replies = [...groupBy(own, ({ messageId }) => messageId).values()];
    const mean = meanOf(replies.map((verdicts) => average(verdicts.map(({ overall }) => overall))));
    if (!first || !mean) continue;
    const version = byService ? undefined : versionIn(first);
    scored.push({ aiService: first.aiService, version, verdicts: own.length, ...mean });
  }
  return scored.sort((one, other) => other.mean - one.mean);
}

const average = (figures: readonly number[]): number => figures.reduce((sum, each) => sum + each, 0) / figures.length;

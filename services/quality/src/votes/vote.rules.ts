import { contractLimits, ReplyStatus, type ReplyRecord } from '@polylogue/proto';
import type { Issue } from '@polylogue/service-kit';
import type { VoteOutcome } from './vote.entity.js';

/** A vote as it was requested. */
export interface VoteRequest {
  outcome: VoteOutcome;
  best: readonly string[];
  reasons: readonly string[];
  comment?: string | undefined;
}

const { targets, vote } = contractLimits;

export function issuesOf({ outcome, best, reasons, comment = '' }: VoteRequest): Issue[] {
  const issues: Issue[] = [];
  const add = (path: string, message: string) => issues.push({ path, message });
  if (best.length > targets) add('best', `A round has at most ${targets} replies.`);
  if (new Set(best).size < best.length) add('best', 'Each reply can be named only once.');
  if (outcome === 'best' && best.length !== 1) add('best', 'Name exactly one reply as the best.');
  if (outcome === 'tie' && best.length === 1) add('best', 'At least two replies tie. Name none to say that all do.');
  if (outcome === 'all_bad' && best.length > 0) add('best', 'Where all replies are bad, none is the best.');
  if (new Set(reasons).size < reasons.length) add('reasons', 'Each reason can be given only once.');
  if (comment.length > vote.comment) add('comment', `The words of a vote can have at most ${vote.comment} characters.`);
  return issues;
}

/** The replies that can be compared: the complete ones. */
export const contestantsOf = (replies: readonly ReplyRecord[]): ReplyRecord[] =>
  replies.filter(({ status }) => status === ReplyStatus.COMPLETED);

/** The replies that are best: those named, and all of them in a tie that names none. */
export function bestOf({ outcome, best }: VoteRequest, contestants: readonly ReplyRecord[]): Set<string> {
  const all = outcome === 'tie' && best.length === 0;
  return new Set(all ? contestants.map(({ messageId }) => messageId) : best);
}

/** Whether two votes say the same of the replies, whatever reasons they give. */
export const isSameChoice = (
  one: { outcome: VoteOutcome; best: ReadonlySet<string> },
  other: { outcome: VoteOutcome; best: ReadonlySet<string> },
): boolean =>
  one.outcome === other.outcome && one.best.size === other.best.size && [...one.best].every((id) => other.best.has(id));

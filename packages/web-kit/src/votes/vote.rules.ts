import {
  badVoteReasons,
  goodVoteReasons,
  voteReasonLabels,
  type Vote,
  type VoteOutcome,
  type VoteReason,
} from '@polylogue/api-contract';

/** A reply that can be voted for, and how it is called. */
export interface VotedReply {
  readonly messageId: string;
  readonly name: string;
}

/** What stands in the bar before it is sent: `best` is a message, of an outcome that has one. */
export interface Ballot {
  readonly outcome: VoteOutcome | undefined;
  readonly best: string | undefined;
  readonly reasons: readonly VoteReason[];
  readonly comment: string;
}

/** What a vote says, whatever round it is on. */
export type SaidVote = Pick<Vote, 'outcome' | 'best' | 'reasons' | 'comment'>;

export const emptyBallot: Ballot = { outcome: undefined, best: undefined, reasons: [], comment: '' };

/** A vote as it can be changed. */
export function ballotOf({ outcome, best, reasons, comment }: SaidVote): Ballot {
  return { outcome, best: outcome === 'best' ? best[0] : undefined, reasons, comment: comment ?? '' };
}

/** The ballot after a choice; reasons that no longer fit are taken out. */
export function afterChoice(ballot: Ballot, outcome: VoteOutcome, best?: string): Ballot {
  const fitting = Object.keys(reasonsFor(outcome));
  return { ...ballot, outcome, best, reasons: ballot.reasons.filter((reason) => fitting.includes(reason)) };
}

export function afterReason(ballot: Ballot, reason: VoteReason): Ballot {
  const without = ballot.reasons.filter((each) => each !== reason);
  return { ...ballot, reasons: without.length < ballot.reasons.length ? without : [...without, reason] };
}

/** The reasons that are offered: what is good of the best, what is bad where all are. */
export function reasonsFor(outcome: VoteOutcome | undefined): Partial<Record<VoteReason, string>> {
  if (outcome === 'best') return goodVoteReasons;
  return outcome === 'all_bad' ? badVoteReasons : voteReasonLabels;
}

export function bodyOf({ outcome, best, reasons, comment }: Ballot) {
  if (outcome === undefined) return undefined;
  const words = comment.trim();
  return {
    outcome,
    best: outcome === 'best' && best !== undefined ? [best] : [],
    reasons: [...reasons],
    ...(words !== '' && { comment: words }),
  };
}

/** `Claude is best: correct, concise` */
export function sentenceOf(
  { outcome, best, reasons }: Pick<Vote, 'outcome' | 'best' | 'reasons'>,
  replies: readonly VotedReply[],
): string {
  const names = replies.filter(({ messageId }) => best.includes(messageId)).map(({ name }) => name);
  const said = outcomeSentence(outcome, names, replies.length);
  return reasons.length === 0
    ? said
    : `${said}: ${reasons.map((reason) => voteReasonLabels[reason].toLowerCase()).join(', ')}`;
}

function outcomeSentence(outcome: VoteOutcome, names: readonly string[], count: number): string {
  if (outcome === 'all_bad') return 'all replies are bad';
  if (outcome === 'tie') return names.length < count && names.length > 1 ? `${names.join(' and ')} tie` : 'a tie';
  return `${names[0] ?? 'A reply that is gone'} is best`;
}

/** The choice that a digit stands for: 1 is the first reply. */
export function replyOfKey(key: string, replies: readonly VotedReply[]): VotedReply | undefined {
  return /^[1-9]$/.test(key) ? replies[Number(key) - 1] : undefined;
}

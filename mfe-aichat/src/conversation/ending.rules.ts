import { costOf, repliesOf, type Conversation, type End } from './conversation.state.js';
import { findLoop } from './loop.rules.js';

/** Why a conversation ends now, by itself; undefined while it may go on. What it used before Continue is not counted. */
export function endOf(conversation: Conversation): End | undefined {
  const { talk, since, lines } = conversation;
  if (!talk) return undefined;
  const replies = repliesOf(conversation).length - since.turns;
  if (replies >= talk.turnLimit)
    return { reason: 'turn_limit', note: `The limit of ${counted(talk.turnLimit)} was reached.` };
  const cost = costOf(conversation) - since.cost;
  if (talk.costLimit !== undefined && cost >= talk.costLimit)
    return { reason: 'cost_limit', note: `The cost limit of ${talk.costLimit} was reached.` };
  const loop = findLoop(repliesOf({ lines: lines.slice(since.line) }));
  if (loop === 'repeats') return { reason: 'loop', note: 'The two only repeat what they said before.' };
  if (loop === 'courtesies') return { reason: 'loop', note: 'The two only thank each other and say goodbye.' };
  return undefined;
}

export const stopped: End = { reason: 'stopped', note: 'You stopped the conversation.' };

export const left: End = {
  reason: 'left',
  note: 'The page was left, so nothing more was sent. A reply that was being written came to its own end.',
};

export const lostConnection: End = {
  reason: 'connection',
  note: 'The connection was lost. Nothing is sent twice when you continue.',
};

export const failedReply = (name: string, error: string): End => ({
  reason: 'failed',
  note: `${name} did not answer: ${error}`,
});

/** What a stored reason means where no note was stored. */
export function endOfStored(reason: End['reason'] | undefined, note: string | undefined): End {
  const known: Record<End['reason'], string> = {
    stopped: stopped.note,
    left: left.note,
    connection: lostConnection.note,
    turn_limit: 'The turn limit was reached.',
    cost_limit: 'The cost limit was reached.',
    loop: 'The two went round in a loop.',
    failed: 'A reply failed.',
  };
  return { reason: reason ?? 'left', note: note ?? known[reason ?? 'left'] };
}

/** '1 message exchanged', '5 messages exchanged'. */
export const exchanged = (count: number): string => `${counted(count)} exchanged`;

const counted = (count: number) => `${count} message${count === 1 ? '' : 's'}`;

/** Milliseconds between two turns: 2 to 5 seconds, drawn anew each time. */
export const turnDelay = { min: 2_000, max: 5_000 } as const;

export const delayOf = (random: number): number => Math.round(turnDelay.min + random * (turnDelay.max - turnDelay.min));

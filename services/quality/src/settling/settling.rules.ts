import type { AgreementMap, Claim } from '../agreement/agreement-map.entity.js';
import { agreementOf } from '../agreement/agreement.rules.js';
import type { SettleRound } from './settling.entity.js';

export const maxRounds = 2;

export type Side = 'says' | 'contradicts';

/** What stands for a side: a passage of a reply, what its service said when it was asked again, or both. */
export interface Argument {
  words?: string | undefined;
  reason?: string | undefined;
}

/** Where a reply that took a side on a claim, with a proven quote, stands after the rounds. */
export interface Position {
  messageId: string;
  aiService: string;
  /** Undefined when its service is unsure by now. */
  side: Side | undefined;
  argument: Argument;
}

/** A claim that replies still take both sides on. */
export interface OpenClaim {
  /** Its number within the map. */
  claim: number;
  text: string;
  positions: readonly Position[];
}

/** A claim as one service is asked about it. */
export interface AskedClaim {
  claim: number;
  text: string;
  side: Side;
  own: Argument;
  /** Of the other side, without names. */
  against: readonly Argument[];
}

/** A reply whose service is asked, with all claims it disputes. */
export interface Participant {
  messageId: string;
  aiService: string;
  claims: readonly AskedClaim[];
}

type Mapped = Pick<AgreementMap, 'claims' | 'replies'>;

/** The positions on one claim, in the order of the replies. Replies that prove no stance have none. */
export function positionsOn(claim: number, { claims, replies }: Mapped, rounds: readonly SettleRound[]): Position[] {
  const cells = claims[claim - 1]?.cells ?? [];
  return cells.flatMap(({ stance, quote }, place) => {
    const reply = replies[place];
    if (!reply || !quote || (stance !== 'says' && stance !== 'contradicts')) return [];
    const { messageId, aiService } = reply;
    const first: Position = { messageId, aiService, side: stance, argument: { words: quote.text } };
    return viewsOf(messageId, claim, rounds).reduce(withView, first);
  });
}

/** What is still in dispute, in the order of the map. */
export function openClaims(map: Mapped, rounds: readonly SettleRound[]): OpenClaim[] {
  return map.claims.flatMap(({ text }, index) => {
    const claim = index + 1;
    const positions = positionsOn(claim, map, rounds).filter(({ side }) => side !== undefined);
    return new Set(positions.map(({ side }) => side)).size > 1 ? { claim, text, positions } : [];
  });
}

/** The claims that some service answered about, with the figure of the map and the one by the sides as they are now. */
export function settledClaims(map: Mapped, rounds: readonly SettleRound[]) {
  const answered = new Set(rounds.flatMap(({ answers }) => answers.flatMap(({ views }) => views)).map(claimOf));
  return map.claims.flatMap(({ cells }, index) => {
    const claim = index + 1;
    if (!answered.has(claim)) return [];
    const now: Claim['cells'] = positionsOn(claim, map, rounds).map(({ side }) => ({ stance: side ?? 'silent' }));
    return { claim, before: agreementOf(cells), after: agreementOf(now) };
  });
}

export const roundsLeft = (rounds: readonly SettleRound[]): number =>
  Math.max(0, maxRounds - rounds.filter(({ counts }) => counts).length);

/** Whom a round about these claims asks, each once, in the order of the map. */
export function participantsOf({ replies }: Mapped, open: readonly OpenClaim[]): Participant[] {
  return replies.flatMap(({ messageId, aiService }) => {
    const claims = open.flatMap((claim) => claimFor(messageId, claim) ?? []);
    return claims.length > 0 ? { messageId, aiService, claims } : [];
  });
}

function claimFor(messageId: string, { claim, text, positions }: OpenClaim): AskedClaim | undefined {
  const own = positions.find((position) => position.messageId === messageId);
  if (own?.side === undefined) return undefined;
  const against = positions.filter(({ side }) => side !== own.side).map(({ argument }) => argument);
  return { claim, text, side: own.side, own: own.argument, against };
}

type AnyView = SettleRound['answers'][number]['views'][number];

const claimOf = ({ claim }: AnyView): number => claim;

const viewsOf = (messageId: string, claim: number, rounds: readonly SettleRound[]): AnyView[] =>
  rounds.flatMap(({ answers }) =>
    answers
      .filter((answer) => answer.messageId === messageId)
      .flatMap(({ views }) => views.filter((view) => view.claim === claim)),
  );

function withView(position: Position, { view, reason }: AnyView): Position {
  const { side, argument } = position;
  if (view === 'unsure') return { ...position, side: undefined, argument: { reason } };
  if (view === 'kept') return { ...position, argument: { ...argument, reason } };
  // Its own words speak for the side it has left.
  return { ...position, side: side === 'says' ? 'contradicts' : 'says', argument: { reason } };
}

import type { AiChatAnswer, AiChatEndReason, AiChatSession, AiChatTurn, Generation } from '@polylogue/api-contract';

/** One of the two who talk, with everything that is shown of it. */
export interface Side {
  readonly aiService: string;
  /** As chosen, else as the catalog says. */
  readonly name: string;
  readonly color: string;
  /** The name and colour as chosen; absent when the catalog's are used. */
  readonly chosen: { readonly name?: string | undefined; readonly color?: string | undefined };
  readonly role?: string | undefined;
}

export interface Talk {
  readonly sides: readonly [Side, Side];
  readonly turnLimit: number;
  readonly costLimit?: number | undefined;
  readonly moderator?: { readonly aiService: string; readonly name: string } | undefined;
}

/** 0 and 1 are the two sides. */
export type Speaker = 'you' | 'moderator' | 0 | 1;

export interface Line {
  readonly key: string;
  readonly speaker: Speaker;
  readonly text: string;
  readonly status: 'open' | AiChatAnswer['status'];
  readonly startedAt: number;
  readonly error?: string | undefined;
  readonly responseTime?: number | undefined;
  readonly tokens?: number | undefined;
  readonly cost?: { readonly amount: number; readonly currency: string } | undefined;
  readonly generation?: Generation | undefined;
}

export interface End {
  readonly reason: AiChatEndReason;
  readonly note: string;
}

/** `waiting`: between two turns; `summing`: the moderator writes; `ended`: why stands in `end`. */
export type Phase = 'idle' | 'speaking' | 'waiting' | 'summing' | 'ended';

export interface Conversation {
  readonly phase: Phase;
  readonly sessionId: string;
  readonly talk?: Talk | undefined;
  readonly lines: readonly Line[];
  readonly end?: End | undefined;
  /** What the user put in and no turn has taken along yet. */
  readonly queued: readonly string[];
  /** Counted from here on after Continue: lines, and what is allowed beyond what was used. */
  readonly since: { readonly line: number; readonly turns: number; readonly cost: number };
}

export type Step =
  | { do: 'start'; sessionId: string; talk: Talk; message: string; now: number }
  | { do: 'speak'; speaker: 0 | 1 | 'moderator'; key: string; now: number }
  | { do: 'text'; key: string; text: string }
  | { do: 'answer'; key: string; answer: AiChatAnswer; now: number }
  | { do: 'broke'; key: string }
  | { do: 'wait' }
  | { do: 'interject'; text: string }
  | { do: 'take-queued'; now: number }
  | { do: 'end'; end: End }
  | { do: 'continue' }
  | { do: 'open'; session: AiChatSession; talk: Talk; end: End }
  | { do: 'clear' };

export const nothingYet: Conversation = {
  phase: 'idle',
  sessionId: '',
  lines: [],
  queued: [],
  since: { line: 0, turns: 0, cost: 0 },
};

/** A conversation after one step; pure. */
export function afterStep(before: Conversation, step: Step): Conversation {
  switch (step.do) {
    case 'start': {
      const { sessionId, talk, message, now } = step;
      const opening = { key: 'opening', speaker: 'you', text: message, status: 'completed', startedAt: now } as const;
      return { ...nothingYet, phase: 'speaking', sessionId, talk, lines: [opening] };
    }
    case 'speak': {
      const { speaker, key, now } = step;
      const line = { key, speaker, text: '', status: 'open', startedAt: now } as const;
      const kept = before.lines.filter((each) => each.key !== key);
      return { ...before, phase: speaker === 'moderator' ? 'summing' : 'speaking', lines: [...kept, line] };
    }
    case 'text':
      return withOpen(before, step.key, (line) => ({ ...line, text: line.text + step.text }));
    case 'answer':
      return withOpen(before, step.key, (line) => answered(line, step.answer, step.now));
    case 'broke':
      return withOpen(before, step.key, (line) => ({ ...line, status: 'interrupted' }));
    case 'wait':
      return { ...before, phase: 'waiting' };
    case 'interject':
      return { ...before, queued: [...before.queued, step.text] };
    case 'take-queued': {
      const taken = before.queued.map((text, index) => ({
        key: `you-${before.lines.length + index}`,
        speaker: 'you' as const,
        text,
        status: 'completed' as const,
        startedAt: step.now,
      }));
      return { ...before, queued: [], lines: [...before.lines, ...taken] };
    }
    case 'end':
      return { ...before, phase: 'ended', end: before.end ?? step.end };
    case 'continue':
      return { ...before, phase: 'waiting', end: undefined, since: usedBy(before) };
    case 'open': {
      const { session, talk, end } = step;
      return { ...nothingYet, phase: 'ended', sessionId: session.id, talk, lines: linesOf(session, talk), end };
    }
    case 'clear':
      return nothingYet;
  }
}

export const isActive = ({ phase }: Pick<Conversation, 'phase'>): boolean =>
  phase === 'speaking' || phase === 'waiting' || phase === 'summing';

/** Replies that came to their end: the count that is shown. */
export const repliesOf = ({ lines }: Pick<Conversation, 'lines'>): readonly Line[] =>
  lines.filter(({ speaker, status }) => (speaker === 0 || speaker === 1) && status === 'completed');

/** Known cost of everything said, summaries too; services that report none count as nothing. */
export const costOf = ({ lines }: Pick<Conversation, 'lines'>): number =>
  lines.reduce((sum, { cost }) => sum + Math.round((cost?.amount ?? 0) * million), 0) / million;

// Millionths are whole numbers: a sum of them does not drift, and a limit is reached exactly.
const million = 1_000_000;

function usedBy(conversation: Conversation): Conversation['since'] {
  return { line: conversation.lines.length, turns: repliesOf(conversation).length, cost: costOf(conversation) };
}

// A line is named: what arrives late, of a conversation that was cleared, changes nothing.
function withOpen(before: Conversation, key: string, change: (line: Line) => Line): Conversation {
  const at = before.lines.findIndex((line) => line.key === key && line.status === 'open');
  if (at === -1) return before;
  return { ...before, lines: before.lines.map((line, index) => (index === at ? change(line) : line)) };
}

function answered(line: Line, answer: AiChatAnswer, now: number): Line {
  const { status, response = '', error, responseTime = now - line.startedAt } = answer;
  const { tokens, cost, generation } = answer;
  return { ...line, text: response, status, error, responseTime, tokens, cost, generation };
}

function linesOf({ initialMessage, turns, createdAt }: AiChatSession, { sides }: Talk): Line[] {
  const startedAt = Date.parse(createdAt);
  const lines: Line[] = [{ key: 'opening', speaker: 'you', text: initialMessage, status: 'completed', startedAt }];
  for (const turn of turns) {
    const at = Date.parse(turn.timestamp);
    if (turn.interjection)
      lines.push({
        key: `${turn.id}-you`,
        speaker: 'you',
        text: turn.interjection,
        status: 'completed',
        startedAt: at,
      });
    const speaker = turn.kind === 'summary' ? 'moderator' : turn.aiService.name === sides[1].aiService ? 1 : 0;
    lines.push({
      key: turn.id,
      speaker,
      startedAt: at,
      text: turn.content,
      status: statusOf(turn),
      ...figuresOf(turn),
    });
  }
  return lines;
}

const statusOf = ({ status }: AiChatTurn): Line['status'] =>
  status === 'pending' || status === 'streaming' ? 'open' : status;

const figuresOf = ({ error, responseTime, tokens, cost, generation }: AiChatTurn) => {
  return { error, responseTime, tokens, cost, generation };
};

import { describe, expect, it } from '@jest/globals';
import { roundsOf, type ExportedMessage } from '@polylogue/api-contract';
import type { ExportedPart } from '../conversations/exported-parts.js';
import { repliesOf } from './comparison-replies.js';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 9, minute)).toISOString();

const turn = (minute: number, broadcastId?: string): ExportedMessage[] =>
  (['user', 'assistant'] as const).map((role) => ({
    id: `${role}-${minute}`,
    role,
    content: `${role} ${minute}`,
    timestamp: at(minute),
    status: 'completed',
    broadcastId,
  }));

const thread = (name: string, messages: readonly ExportedMessage[]): ExportedPart => ({
  id: name,
  aiService: { name, displayName: name, color: '#123456' },
  title: name,
  messages: messages.map((message) => ({ ...message, id: `${name}-${message.id}` })),
  createdAt: at(0),
  updatedAt: at(0),
  isFirst: true,
  isLast: true,
});

/** The same conversation, message by message. */
const inParts = ({ messages, ...rest }: ExportedPart): ExportedPart[] =>
  messages.map((message, index) => ({
    ...rest,
    messages: [message],
    isFirst: index === 0,
    isLast: index === messages.length - 1,
  }));

// The second service joined with a copy of the first turn and was asked alone between two rounds; the first one last.
const threads = [
  thread('gpt', [...turn(1), ...turn(2, 'b2'), ...turn(4, 'b4'), ...turn(5)]),
  thread('claude', [...turn(1), ...turn(2, 'b2'), ...turn(3, 'b3'), ...turn(4, 'b4')]),
  thread('grok', [...turn(0, 'b0'), ...turn(4, 'b4')]),
];

const numbered = async (parts: readonly ExportedPart[]) => {
  let reads = 0;
  const read = async function* () {
    reads += 1;
    for (const part of parts) yield await Promise.resolve(part);
  };
  const found: [number, string | undefined, string][] = [];
  for await (const { replies } of repliesOf('c', read)) {
    for (const { round, question, message } of replies) found.push([round, question?.content, message.id]);
  }
  return { reads, found: found.sort(([one], [other]) => one - other) };
};

const expected = roundsOf(threads).flatMap(({ question, replies }, index) =>
  replies.map(({ message }) => [index + 1, question?.content, message.id]),
);

describe('the rounds of a comparison that comes in parts', () => {
  it('are those of whole conversations', async () => {
    expect(expected).toHaveLength(9);
    expect((await numbered(threads)).found).toEqual(expected);
    expect((await numbered(threads.flatMap(inParts))).found).toEqual(expected);
  });

  it('are read twice where they are long, and held where they are short', async () => {
    expect((await numbered(threads)).reads).toBe(1);
    const [first, ...others] = threads as [ExportedPart, ...ExportedPart[]];
    const reasoning = { service: first.aiService, model: 'gpt-5', settings: {}, reasoning: 'x'.repeat(1024 * 1024) };
    const long = { ...first, messages: first.messages.map((each) => ({ ...each, generation: reasoning })) };
    expect(await numbered([long, ...others])).toEqual({ reads: 2, found: expected });
  });

  it('count one that begins meanwhile behind all others', async () => {
    let reads = 0;
    const long = thread('gpt', [...turn(1, 'b1'), ...turn(2, 'b2')]);
    long.messages[0]!.content = 'x'.repeat(1024 * 1024);
    const later = { ...long, messages: [...long.messages, ...turn(0, 'b3')] };
    const read = async function* () {
      yield await Promise.resolve(reads++ === 0 ? long : later);
    };
    const rounds: number[] = [];
    for await (const { replies } of repliesOf('c', read)) rounds.push(...replies.map(({ round }) => round));
    expect(rounds).toEqual([1, 2, 3]);
  });
});

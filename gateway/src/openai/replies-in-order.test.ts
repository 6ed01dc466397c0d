import { describe, expect, it } from '@jest/globals';
import { ReplyStatus } from '@polylogue/proto';
import fc from 'fast-check';
import { RepliesInOrder } from './replies-in-order.js';

const services = [
  { name: 'a', displayName: 'Ada' },
  { name: 'b', displayName: 'Bob' },
];
const completed = (aiService: string, content: string) => ({ aiService, content, status: ReplyStatus.COMPLETED });

describe('replies of several services', () => {
  it('stand in the order asked: the first as it comes, the others after it', () => {
    const replies = new RepliesInOrder(services);
    expect(replies.addDelta('b', 'Later ')).toBe('');
    expect(replies.addDelta('a', 'Now')).toBe('## Ada\n\nNow');
    expect(replies.addReply(completed('a', 'Now.'))).toBe('.\n\n## Bob\n\nLater ');
    expect(
      replies.addReply({ aiService: 'b', content: 'Later ', status: ReplyStatus.FAILED, error: 'It broke.' }),
    ).toBe('\n\n_It broke._');
  });

  it('of one service have no heading', () => {
    const replies = new RepliesInOrder([services[0]!]);
    expect(replies.addDelta('a', 'x') + replies.addReply(completed('a', 'xy'))).toBe('xy');
  });

  it('say why one has no text, but of the only one that is left to the error that follows', () => {
    const failed = { aiService: 'a', content: '', status: ReplyStatus.FAILED, error: 'It is away.' };
    expect(new RepliesInOrder(services).addReply(failed)).toBe('## Ada\n\n_It is away._');
    expect(new RepliesInOrder([services[0]!]).addReply(failed)).toBe('');
  });

  it('say why one is cut off of which less is kept than was written', () => {
    const replies = new RepliesInOrder([services[0]!]);
    const cutOff = { status: ReplyStatus.INTERRUPTED, error: 'The line was lost.' };
    const written =
      replies.addDelta('a', 'Rome is the cap') + replies.addReply({ aiService: 'a', content: 'Rome is', ...cutOff });
    expect(written).toBe('Rome is the cap\n\n_The line was lost._');
  });

  it('make the same text however their pieces interleave', () => {
    const texts = fc.tuple(fc.string(), fc.string());
    const order = fc.array(fc.boolean(), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(texts, order, ([first, second], turns) => {
        const replies = new RepliesInOrder(services);
        const left = { a: [...first], b: [...second] };
        let written = '';
        for (const isFirst of turns) {
          const name = isFirst ? 'a' : 'b';
          const next = left[name].shift();
          if (next !== undefined) written += replies.addDelta(name, next);
        }
        written += replies.addReply(completed('b', second)) + replies.addReply(completed('a', first));
        expect(written).toBe(`## Ada\n\n${first}\n\n## Bob\n\n${second}`);
      }),
      { seed: 48, numRuns: 200 },
    );
  });
});

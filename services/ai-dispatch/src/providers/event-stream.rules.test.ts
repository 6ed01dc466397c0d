import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { EventStreamReader } from './event-stream.rules.js';

const readAll = (chunks: string[]) => {
  const reader = new EventStreamReader();
  return [...chunks.flatMap((chunk) => reader.push(chunk)), ...reader.flush()];
};

describe('reading an event stream', () => {
  it.each([
    ['one event', 'data: a\n\n', ['a']],
    ['no space after the colon', 'data:a\n\n', ['a']],
    ['several lines of data', 'data: a\ndata: b\n\n', ['a\nb']],
    ['comments and other fields', ': ping\nevent: x\nid: 1\ndata: a\n\n', ['a']],
    ['CRLF', 'data: a\r\n\r\ndata: b\r\n\r\n', ['a', 'b']],
    ['CR alone', 'data: a\r\rdata: b\r\r', ['a', 'b']],
    ['blank lines between', '\n\ndata: a\n\n\n\n', ['a']],
    ['no blank line at the end', 'data: a\n\ndata: b', ['a', 'b']],
    ['an empty payload', 'data:\n\n', ['']],
    ['nothing', '', []],
  ])('%s', (_case, text, payloads) => {
    expect(readAll([text])).toEqual(payloads);
  });

  it('finds the same events however the text is cut', () => {
    const line = fc.constantFrom('data: a', 'data:b', ': c', 'event: d', 'data: é👋🏽', '', 'data:');
    const newline = fc.constantFrom('\n', '\r\n', '\r');
    const text = fc.array(fc.tuple(line, newline), { maxLength: 30 }).map((lines) => lines.flat().join(''));
    fc.assert(
      fc.property(text, fc.array(fc.nat(200), { maxLength: 20 }), (whole, cuts) => {
        const offsets = [0, ...cuts.map((cut) => Math.min(cut, whole.length)), whole.length].sort((a, b) => a - b);
        const chunks = offsets.slice(1).map((offset, index) => whole.slice(offsets[index], offset));
        expect(readAll(chunks)).toEqual(readAll([whole]));
      }),
      { numRuns: 500, seed: 20250710 },
    );
  });
});

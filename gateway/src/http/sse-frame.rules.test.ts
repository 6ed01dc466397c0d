import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { keepAlive, sseFrame } from './sse-frame.rules.js';

interface Read {
  id: string;
  event: string;
  data: string;
}

/** Reads a stream as the HTML standard says: any of CR, LF and CRLF ends a line, a blank line ends an event. */
function readEvents(text: string): Read[] {
  const events: Read[] = [];
  let open: Read & { lines: string[] } = { id: '', event: '', data: '', lines: [] };
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (line === '') {
      if (open.lines.length > 0) events.push({ id: open.id, event: open.event, data: open.lines.join('\n') });
      open = { id: '', event: '', data: '', lines: [] };
      continue;
    }
    if (line.startsWith(':')) continue;
    const [, field = line, value = ''] = /^([^:]*): ?(.*)$/s.exec(line) ?? [];
    if (field === 'data') open.lines.push(value);
    else if (field === 'id' || field === 'event') open[field] = value;
  }
  return events;
}

describe('sseFrame', () => {
  it('writes id, event and data', () => {
    expect(sseFrame({ id: 7, event: 'delta', data: { text: 'a\nb' } })).toBe(
      'id: 7\nevent: delta\ndata: {"text":"a\\nb"}\n\n',
    );
    expect(sseFrame({ event: 'service', data: {} })).toBe('event: service\ndata: {}\n\n');
  });

  it('cannot be forged by any text', () => {
    const hostile = fc.constantFrom(
      '\n',
      '\r',
      '\r\n',
      '\n\n',
      '\u2028',
      '\u2029',
      '\0',
      'data: ',
      'event: done',
      'id: 99',
      ':',
      '"',
      '\\',
      '}',
    );
    const text = fc
      .array(fc.oneof(hostile, fc.string({ unit: 'binary' })), { maxLength: 12 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (texts) => {
        const wire = texts.map(
          (each, index) => sseFrame({ id: index + 1, event: 'delta', data: { text: each } }) + keepAlive,
        );
        expect(
          readEvents(wire.join('')).map(({ id, event, data }) => ({ id, event, data: JSON.parse(data) as unknown })),
        ).toEqual(texts.map((each, index) => ({ id: String(index + 1), event: 'delta', data: { text: each } })));
      }),
      { seed: 20250710, numRuns: 2000 },
    );
  });

  it('takes only plain words as ids and names', () => {
    expect(() => sseFrame({ event: 'delta\ndata: x', data: {} })).toThrow(RangeError);
    expect(() => sseFrame({ id: '1\n2', event: 'delta', data: {} })).toThrow(RangeError);
    expect(() => sseFrame({ event: '', data: {} })).toThrow(RangeError);
  });
});

import { describe, expect, it } from '@jest/globals';
import type { AgreementMap, AiService } from '@polylogue/api-contract';
import { cellName, extractorsOf, mapFigures, percent, roundOf, withMap, withMark } from './agreement.rules.js';

const claim = (id: number, agreement: number | null) => ({ id, text: `Claim ${id}`, agreement, cells: [] });

describe('the figures of a map', () => {
  it.each([
    [83.3, [claim(1, 50), claim(2, 100)], '83 % agreement · 2 claims · 1 disputed'],
    [100, [claim(1, 100)], '100 % agreement · 1 claim · none disputed'],
    [null, [claim(1, null), claim(2, null)], '2 claims · none disputed'],
    [null, [], '0 claims'],
  ])('with %p', (agreement, claims, line) => expect(mapFigures({ agreement, claims })).toBe(line));

  it('never call full what is disputed', () => {
    expect(percent(99.7)).toBe('99 %');
    expect(percent(100)).toBe('100 %');
    expect(percent(66.666)).toBe('67 %');
  });
});

it('names a cell by claim, service and stance, with its quote or why it has none', () => {
  const quote = { text: 'It is not.', start: 0, end: 10 };
  const name = (stance: 'contradicts' | 'silent' | 'unproven', known = {}) =>
    cellName(3, 'Demo Brief', { messageId: 'm', stance, ...known });
  expect(name('contradicts', { quote })).toBe('Claim 3, Demo Brief: contradicts – “It is not.”');
  expect(name('silent')).toBe('Claim 3, Demo Brief: silent – does not speak of it');
  expect(name('unproven')).toMatch(/^Claim 3, Demo Brief: unproven – no passage of the reply proves/);
});

it('offers connected text services that are still offered, without their variants', () => {
  const service = (name: string, known: Partial<AiService> = {}): AiService => ({
    id: name,
    name,
    displayName: name,
    color: '#0B6472',
    category: 'text',
    status: 'connected',
    demo: false,
    ...known,
  });
  const services = [
    service('a'),
    service('painter', { category: 'image' }),
    service('down', { status: 'error' }),
    service('a-terse', { variantOf: 'a' }),
    service('gone', { former: true }),
  ];
  expect(extractorsOf(services).map(({ name }) => name)).toEqual(['a']);
});

it('keeps a map with the newest round', () => {
  expect(roundOf([{ broadcastId: '01b' }, {}, { broadcastId: '01c' }, { broadcastId: '01a' }])).toBe('01c');
  expect(roundOf([{}])).toBeUndefined();
});

it('changes one map and one mark, and leaves the rest', () => {
  const map = { id: 'a', claims: [claim(1, 100), claim(2, 50)] } as unknown as AgreementMap;
  const other = { ...map, id: 'b' };
  const marked = withMark(map, 2, 'wrong');
  expect(marked.claims.map(({ mark }) => mark)).toEqual([undefined, 'wrong']);
  expect(withMark(marked, 2, null).claims[1]!.mark).toBeUndefined();
  expect(withMap([map, other], marked)).toEqual([marked, other]);
  expect(withMap([map], other)).toEqual([map, other]);
});

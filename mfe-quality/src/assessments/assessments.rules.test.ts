import { describe, expect, it } from '@jest/globals';
import type { Conversation, QualityAssessment, RubricVerdict } from '@polylogue/api-contract';
import { bandOf, columnsOf, messagesIn, ofOneRubric, previewOf, scoreOf } from './assessments.rules.js';
import { csvColumns, csvOf } from './csv.rules.js';
import { cutText } from './cuts.rules.js';
import { chooseSort, firstSort, sorted, type Sort, type SortKey } from './sort.state.js';
import { leniencyOf, summariesOf } from './summary.rules.js';

const uuid = (at: number) => `0191f0a0-0000-7000-8000-${String(at).padStart(12, '0')}`;
const question = (content: string, broadcast: number | undefined, at = '2026-11-21T09:00:00Z') => ({
  id: uuid(1),
  role: 'user' as const,
  content,
  timestamp: at,
  status: 'completed' as const,
  broadcastId: broadcast === undefined ? undefined : uuid(broadcast),
});
const thread = (name: string, id: number, ...messages: ReturnType<typeof question>[]): Conversation => ({
  id: uuid(id),
  title: name,
  messages,
  createdAt: '2026-11-21T09:00:00Z',
  updatedAt: '2026-11-21T09:00:00Z',
  aiService: { name, displayName: name.toUpperCase(), color: '#777777' },
});
const verdict = (assessor: string, target: string, overall: number, change = {}): QualityAssessment => ({
  id: uuid(overall),
  broadcastId: uuid(7),
  messageId: uuid(target.charCodeAt(0)),
  status: 'completed',
  targetServiceId: target,
  assessorServiceId: assessor,
  createdAt: '2026-11-21T09:12:00.000Z',
  overallScore: overall,
  biasScore: 96,
  toxicityScore: 97,
  hallucinationScore: 90,
  adherenceScore: 92,
  flagged: false,
  analysis: 'Sound.',
  ...change,
});
const failed = (assessor: string, target: string): QualityAssessment => ({
  id: uuid(999),
  broadcastId: uuid(7),
  messageId: uuid(target.charCodeAt(0)),
  status: 'failed',
  targetServiceId: target,
  assessorServiceId: assessor,
  createdAt: '2026-11-21T09:12:00.000Z',
  error: 'It timed out.',
});
const upper = (name: string) => name.toUpperCase();

describe('the picker', () => {
  it('holds user messages that stand in more than one conversation, latest first', () => {
    const conversations = [
      thread('a', 11, question('One', 1), question('Two', 2, '2026-11-21T10:00:00Z'), question('Alone', 3)),
      thread('b', 12, question('One', 1), question('Two', 2, '2026-11-21T10:00:00Z')),
      thread('c', 13, question('One', 1)),
    ];
    const found = messagesIn(conversations);
    expect(found.map(({ content, conversations: { length } }) => [content, length])).toEqual([
      ['Two', 2],
      ['One', 3],
    ]);
    expect(found[0]).toMatchObject({ broadcastId: uuid(2), broadcastIds: [uuid(2)] });
  });

  it('keeps two broadcasts of one text apart, and joins one text sent to one service at a time', () => {
    const twice = messagesIn([
      thread('a', 11, question('Same', 1), question('Same', 2)),
      thread('b', 12, question('Same', 1), question('Same', 2)),
    ]);
    expect(twice.map(({ broadcastId }) => broadcastId).sort()).toEqual([uuid(1), uuid(2)]);
    const single = messagesIn([thread('a', 11, question('Same', 1)), thread('b', 12, question('Same', 2))]);
    expect(single).toMatchObject([{ broadcastId: undefined, broadcastIds: [uuid(1), uuid(2)] }]);
    expect(messagesIn([thread('a', 11, question('Twice', 1), question('Twice', 2))])).toEqual([]);
  });

  it('names the file of a message without text', () => {
    const file = { ...question(' ', 1), attachment: { name: 'people.csv', size: 9, type: 'text/csv' } };
    expect(messagesIn([thread('a', 11, file), thread('b', 12, file)])).toMatchObject([{ content: 'people.csv' }]);
  });

  it('leaves out what was copied into a continued conversation', () => {
    const seeded = [thread('a', 11, question('Old', undefined)), thread('b', 12, question('Old', undefined))];
    expect(messagesIn([...seeded, thread('c', 13, question('Old', 1))])).toEqual([]);
  });

  it('shows 80 characters of each', () => {
    expect(previewOf('x'.repeat(80))).toBe('x'.repeat(80));
    expect(previewOf('x'.repeat(81))).toBe(`${'x'.repeat(80)}…`);
    expect(previewOf(' two\n lines ')).toBe('two lines');
  });
});

it.each([
  [100, 'high'],
  [80, 'high'],
  [79, 'middle'],
  [60, 'middle'],
  [59, 'low'],
  [0, 'low'],
] as const)('%d is %s', (score, band) => expect(bandOf(score)).toBe(band));

describe('the order', () => {
  const rows = [
    verdict('b', 'a', 70, { flagged: true }),
    failed('a', 'b'),
    verdict('a', 'c', 90),
    verdict('c', 'a', 80),
  ];
  const shown = (sort: Sort) =>
    sorted(rows, sort, upper).map((each) => ('overallScore' in each ? each.overallScore : undefined));

  it('goes from desc to none to asc on one column, and starts at desc on a new one', () => {
    let sort = firstSort;
    expect(sort).toEqual({ key: 'overall', direction: 'desc' });
    const walk = (key: SortKey) => (sort = chooseSort(sort, key)).direction;
    expect(['overall', 'overall', 'overall', 'bias', 'bias'].map((key) => walk(key as SortKey))).toEqual([
      'none',
      'asc',
      'desc',
      'desc',
      'none',
    ]);
  });

  it('is by score, name or flag; what has no verdict stands last either way', () => {
    expect(shown(firstSort)).toEqual([90, 80, 70, undefined]);
    expect(shown({ key: 'overall', direction: 'asc' })).toEqual([70, 80, 90, undefined]);
    expect(shown({ key: 'overall', direction: 'none' })).toEqual([70, undefined, 90, 80]);
    expect(shown({ key: 'flagged', direction: 'desc' })[0]).toBe(70);
    expect(shown({ key: 'assessor', direction: 'asc' })).toEqual([undefined, 90, 70, 80]);
    expect(shown({ key: 'target', direction: 'desc' })).toEqual([90, undefined, 70, 80]);
  });
});

describe('the summary', () => {
  it('rounds average and median, counts verdicts only, and puts the best first', () => {
    const rows = [
      verdict('a', 'x', 80),
      verdict('b', 'x', 81),
      verdict('c', 'x', 40),
      failed('d', 'x'),
      verdict('a', 'y', 90),
      verdict('b', 'y', 91),
      failed('a', 'z'),
    ];
    expect(
      summariesOf(rows).map(({ target, figures, judges, agreeing }) => [target, figures?.overall, judges, agreeing]),
    ).toEqual([
      ['y', { average: 91, median: 91 }, 2, 2],
      ['x', { average: 67, median: 80 }, 3, 2],
      ['z', undefined, 0, 0],
    ]);
  });

  it('says how lenient a judge is beside the others', () => {
    const rows = [
      verdict('a', 'x', 90),
      verdict('b', 'x', 80),
      verdict('c', 'x', 70),
      failed('a', 'y'),
      verdict('d', 'w', 9),
    ];
    expect(['a', 'b', 'c', 'd'].map((judge) => leniencyOf(judge, rows))).toEqual([15, 0, -15, undefined]);
  });
});

describe('the CSV', () => {
  it('has exactly the ten columns', () => {
    expect(csvColumns.join(',')).toBe(
      'Assessor AI,Target AI,Overall Score,Bias Score,Safety Score,Accuracy Score,Adherence Score,Status,Analysis,Assessment Date',
    );
    expect(csvOf([verdict('a', 'b', 88, { flagged: true })], upper)).toBe(
      `${csvColumns.join(',')}\r\nA,B,88,96,97,90,92,Flagged,Sound.,2026-11-21T09:12:00.000Z\r\n`,
    );
    expect(csvOf([failed('a', 'b')], upper).split('\r\n')[1]).toBe(
      'A,B,,,,,,No verdict,It timed out.,2026-11-21T09:12:00.000Z',
    );
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\0x', "'\0x"],
    ['say "no", please', '"say ""no"", please"'],
    ['two\nlines', '"two\nlines"'],
  ])('defuses and quotes %j', (analysis, cell) => {
    expect(csvOf([verdict('a', 'b', 88, { analysis })], upper)).toContain(`,Pass,${cell},2026`);
  });
});

describe('scores by a rubric that was made in the app', () => {
  const [tone, v1] = [uuid(900), 'v1'];
  const judged = (assessor: string, target: string, scores: number[]): RubricVerdict => ({
    id: uuid(scores[0]!),
    broadcastId: uuid(7),
    messageId: uuid(target.charCodeAt(0)),
    status: 'judged',
    targetServiceId: target,
    assessorServiceId: assessor,
    createdAt: '2026-11-21T09:12:00.000Z',
    rubricVersion: tone,
    rubric: { name: 'Tone', version: 2 },
    overallScore: scores[0]!,
    flagged: false,
    analysis: 'Kind.',
    criteria: ['Kind', '=Brief'].map((name, at) => ({ name, score: scores[at + 1]!, reason: 'So.', weight: 1 })),
  });
  const list = [judged('a', 'b', [80, 90, 70]), judged('c', 'b', [60, 50, 70])];

  it('stand under its criteria, with average and median of each', () => {
    const columns = columnsOf(list);
    expect(columns.map(({ title }) => title)).toEqual(['Overall', 'Kind', '=Brief']);
    expect(columns.map(({ key }) => scoreOf(list[0]!, key))).toEqual([80, 90, 70]);
    expect(summariesOf(list)[0]!.figures).toEqual({
      overall: { average: 70, median: 70 },
      'criterion-0': { average: 70, median: 70 },
      'criterion-1': { average: 70, median: 70 },
    });
    expect(sorted(list, { key: 'criterion-0', direction: 'asc' }, (name) => name)).toEqual([list[1], list[0]]);
  });

  it('go into the CSV under its criteria, of which none runs as a formula', () => {
    const [head, row] = csvOf(list, (name) => name).split('\r\n');
    expect(head).toBe("Assessor AI,Target AI,Overall Score,Kind Score,'=Brief Score,Status,Analysis,Assessment Date");
    expect(row).toBe('a,b,80,90,70,Pass,Kind.,2026-11-21T09:12:00.000Z');
  });

  it('never stand beside those of another rubric', () => {
    const usual = verdict('a', 'd', 70, { rubricVersion: v1 });
    const [mixed, unknown] = [[usual, ...list], verdict('c', 'd', 71, { rubricVersion: 'unknown' })];
    expect(ofOneRubric(mixed, tone)).toEqual(list);
    expect(ofOneRubric([...mixed, unknown], v1)).toEqual([usual, unknown]);
    // Before the first judge has spoken by it, and where nothing is known of the judging.
    expect(ofOneRubric(list, v1)).toEqual(list);
    expect(ofOneRubric(list, undefined)).toEqual(list);
    expect(ofOneRubric([], v1)).toEqual([]);
  });
});

describe('what a judge was not sent', () => {
  it('is said in a sentence', () => {
    const cuts = [
      { part: 'reply' as const, sent: 20_000, of: 45_000 },
      { part: 'earlier' as const, sent: 2, of: 8 },
    ];
    expect(cutText(verdict('a', 'b', 70, { cuts }))).toBe(
      'Judged on the first 20,000 of 45,000 characters of the reply, with the last 2 of 8 earlier turns.',
    );
    expect(cutText(verdict('a', 'b', 70))).toBeUndefined();
  });
});

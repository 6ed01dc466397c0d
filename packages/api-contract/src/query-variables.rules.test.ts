import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as rules from './query-variables.rules.js';

const { filled, missingNames, variableIssues } = rules;

describe('variables in a text', () => {
  it.each<[string, Record<string, string>, string]>([
    ['Weather in {{city}}?', { city: 'Rome' }, 'Weather in Rome?'],
    ['{{ city }} and {{city}}', { city: 'Rome' }, 'Rome and Rome'],
    ['{{a}}{{b}}', { a: '{{b}}', b: '$&' }, '{{b}}$&'],
    ['{{1a}} {{a-b}} {city} {{}} {{#if a}}', { city: 'Rome' }, '{{1a}} {{a-b}} {city} {{}} {{#if a}}'],
    ['nothing', { unused: 'x' }, 'nothing'],
    ['\\{{city}} in {{city}}', { city: 'Rome' }, '{{city}} in Rome'],
    ['\\{{ unknown }} \\{{a-b}} \\n', {}, '{{ unknown }} \\{{a-b}} \\n'],
  ])('%j with %j', (content, values, text) => {
    expect(missingNames(content, values)).toEqual([]);
    expect(filled(content, values)).toBe(text);
  });

  it('that are missing are named once, also where every object has such a key', () => {
    const names = missingNames('{{city}} {{ city }} {{constructor}} {{day}} \\{{literal}}', { day: 'today' });
    expect(names).toEqual(['city', 'constructor']);
  });

  const text = fc.string({ unit: 'binary' });
  it('stand in their places to the letter', () => {
    fc.assert(fc.property(text, text, (a, b) => expect(filled('<{{a}}|{{b}}>', { a, b })).toBe(`<${a}|${b}>`)));
  });

  const pieces = fc.constantFrom('{{a}}', '{{ date }}', '\\', '{', '}}', '{{', 'x', ' ', '\\{{a}}', '{{time}}', '\n');
  const template = fc.array(pieces, { maxLength: 12 }).map((each) => each.join(''));
  it('come out as they stand once they are escaped', () => {
    fc.assert(fc.property(template, (each) => expect(filled(rules.escaped(each), { a: '1', date: '2' })).toBe(each)));
  });
  it('filled in part and then to the end are as filled at once', () => {
    const values = { date: '2026-11-24', time: '09:00' };
    fc.assert(
      fc.property(template, template, (content, a) => {
        // Where a place touches others, what is put in may join with them: such a text is filled at once only.
        const spaced = content.replaceAll('{{a}}', ' {{a}} ').replaceAll('\\ ', ' ');
        fc.pre(!/\{\{[^{}]*·[^{}]*\}\}/.test(spaced.replaceAll('{{a}}', '·')));
        fc.pre(!/[\\{]\s*$/.test(a) && !/^\s*[{}]/.test(a) && !/\{\{[^}]*$/.test(a) && !/^[^{]*\}\}/.test(a));
        const later = filled(rules.filledInPart(spaced, { a }), values);
        expect(later).toBe(filled(spaced, { ...values, a }));
      }),
    );
  });
});

describe('the variables of a query', () => {
  const issues = (content: string, variables: rules.QueryVariable[] = [], isScheduled = false) =>
    variableIssues(content, variables, isScheduled).map(({ path, message }) => `${path}: ${message}`);

  it('must be built in or declared', () => {
    expect(issues('{{date}} {{time}} {{weekday}} {{last_run}} {{last_report}} \\{{x}}')).toEqual([]);
    expect(issues('{{city}}', [{ name: 'city' }])).toEqual([]);
    expect(issues('{{city}}')).toEqual([
      'content: {{city}} is not a variable of this query. Add it under Variables, or write \\{{city}} to send it as it stands.',
    ]);
    expect(issues('{{a}} {{b}}')[0]).toContain('{{a}}, {{b}} are not variables');
  });

  it('need a default where the query runs by itself', () => {
    expect(issues('{{city}}', [{ name: 'city', default: '' }], true)).toEqual([]);
    expect(issues('nothing', [{ name: 'city' }], true)).toEqual([]);
    expect(issues('{{city}}', [{ name: 'city', default: null }], true)).toEqual([
      'variables: A scheduled run has no value for {{city}}. Give it a default.',
    ]);
  });

  it.each<[string, rules.QueryVariable[], string]>([
    ['no name', [{ name: '' }], 'Give each variable a name.'],
    ['a name that is none', [{ name: 'a b' }], 'at most 40 letters'],
    ['a name that is built in', [{ name: 'date' }], 'has its value by itself'],
    ['one name twice', [{ name: 'a' }, { name: 'a' }], 'only once'],
    ['a default that is too long', [{ name: 'a', default: 'x'.repeat(10_001) }], 'at most 10000 characters'],
    ['a default with NUL', [{ name: 'a', default: '\0' }], 'NUL'],
    ['too many', Array.from({ length: 21 }, (_, nr) => ({ name: `a${nr}` })), 'at most 20 variables'],
  ])('are refused with %s', (_what, variables, sentence) => {
    expect(issues('text', variables).join()).toContain(sentence);
  });

  it('of a query that was saved before are the names in it', () => {
    expect(rules.impliedVariables('{{date}} in {{city}}, {{city}} \\{{x}}')).toEqual([{ name: 'city' }]);
  });

  it('take what a run gives in place of their defaults, built-in names too', () => {
    const variables = rules.withValues([{ name: 'a', default: '1' }, { name: 'b' }], { a: '2', date: 'today' });
    expect(rules.defaultsOf(variables)).toEqual({ a: '2', date: 'today' });
  });
});

describe('built-in values', () => {
  const moment = new Date('2026-11-23T23:05:00Z');
  it('are those of the wall of the zone', () => {
    expect(rules.timeValues(moment, 'UTC')).toEqual({ date: '2026-11-23', time: '23:05', weekday: 'Monday' });
    expect(rules.timeValues(moment, 'Asia/Tokyo')).toEqual({ date: '2026-11-24', time: '08:05', weekday: 'Tuesday' });
    expect(rules.timeValues(new Date('2026-11-23T00:00:00Z'), 'Nowhere').time).toBe('00:00');
  });

  it('say when there was no run before', () => {
    const { last_run, last_report } = rules.builtInValues(moment, 'UTC', { answers: [] });
    expect([last_run, last_report]).toEqual(['never', 'none']);
  });

  it('hold the answers of the last run under the names of their services', () => {
    const before = { startedAt: new Date('2026-11-22T08:00:00Z'), answers: [{ service: 'GPT', text: ' Rain. ' }] };
    const { last_run, last_report } = rules.builtInValues(moment, 'Europe/Berlin', before);
    expect([last_run, last_report]).toEqual(['2026-11-22 09:00', 'GPT:\nRain.']);
  });

  it('never hold more of the answers than there is room for, nor half a character', () => {
    const answer = fc.record({
      service: fc.string({ maxLength: 40 }),
      text: fc.constantFrom('é'.repeat(9_000), '😀'.repeat(5_000), 'x'),
    });
    fc.assert(
      fc.property(fc.array(answer, { maxLength: 24 }), (answers) => {
        const report = rules.reportOf(answers);
        expect(report.length).toBeLessThanOrEqual(rules.maxReportLength);
        expect(() => encodeURIComponent(report)).not.toThrow();
      }),
    );
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { routes } from '@polylogue/api-contract';
import { breachesOf } from './compatibility.rules.js';
import { openApiDocument } from './openapi.rules.js';

type Json = { [key: string]: unknown };

const text = { type: 'string' };
const record = (properties: Json, required: string[] = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
});
const content = (schema: Json) => ({ content: { 'application/json': { schema } } });
const call = (request: Json, answer: Json, parameters: Json[] = []) => ({
  paths: {
    '/api/things': { post: { parameters, requestBody: content(request), responses: { 200: content(answer) } } },
  },
  components: { schemas: { Name: text } },
});

const older = call(
  record({ title: text, tone: { enum: ['calm', 'loud'] } }, ['title']),
  record({ id: text, name: text }),
);
const request = record({ title: text, tone: { enum: ['calm', 'loud'] } }, ['title']);
const answer = record({ id: text, name: text });

describe('a newer contract gets along with an older client', () => {
  it.each<[string, Json]>([
    ['it is the same', older],
    ['an answer has more', call(request, record({ id: text, name: text, age: { type: 'integer' } }))],
    ['a request may say more', call(record({ ...request.properties, more: text }, ['title']), answer)],
    ['a request must say less', call(record(request.properties, []), answer)],
    [
      'a value more is taken',
      call(record({ title: text, tone: { enum: ['calm', 'loud', 'dry'] } }, ['title']), answer),
    ],
    ['a shape got a name', call(request, record({ id: text, name: { $ref: '#/components/schemas/Name' } }))],
    ['a parameter is optional', call(request, answer, [{ name: 'sort', in: 'query', schema: text }])],
    ['another call is there', { ...older, paths: { ...older.paths, '/api/more': { get: {} } } }],
  ])('when %s', (_what, newer) => expect(breachesOf({ older, newer })).toEqual([]));

  it.each<[string, Json, string]>([
    ['a call is gone', { paths: {} }, 'POST /api/things is gone'],
    ['an answer has less', call(request, record({ id: text })), 'POST /api/things 200.name is gone'],
    ['an answer may leave something out', call(request, record(answer.properties, ['id'])), '200.name is gone'],
    [
      'an answer is of another type',
      call(request, record({ id: { type: 'integer' }, name: text })),
      'is integer, not string',
    ],
    [
      'an answer may be null',
      call(request, record({ id: { anyOf: [text, { type: 'null' }] }, name: text })),
      'is null',
    ],
    ['a request must say more', call(record(request.properties, ['title', 'tone']), answer), 'request.tone is gone'],
    [
      'a value is no longer taken',
      call(record({ title: text, tone: { enum: ['calm'] } }, ['title']), answer),
      'may be loud',
    ],
    ['a text must be shorter', call(record({ title: { ...text, maxLength: 9 } }, ['title']), answer), 'maxLength of 9'],
    ['a parameter is required', call(request, answer, [{ name: 'sort', required: true }]), 'sort is asked for'],
  ])('not when %s', (_what, newer, breach) => {
    expect(breachesOf({ older, newer })).toEqual([expect.stringContaining(breach)]);
  });

  it('when a stream has an event more, not when it has one less', () => {
    const event = (title: string) => ({ title, ...record({ data: text }) });
    const stream = (...titles: string[]) => {
      const schema = { oneOf: titles.map(event) };
      const responses = { 200: { content: { 'text/event-stream': { schema } } } };
      return { paths: { '/api/events': { get: { responses } } } };
    };
    expect(breachesOf({ older: stream('delta', 'done'), newer: stream('delta', 'done', 'progress') })).toEqual([]);
    expect(breachesOf({ older: stream('delta', 'done'), newer: stream('delta', 'progress') })).toEqual([
      'GET /api/events event done is gone',
    ]);
  });

  it('as the released one is', () => {
    const path = new URL('../../../packages/api-contract/released/openapi.json', import.meta.url);
    const released = JSON.parse(readFileSync(path, 'utf8')) as Json;
    expect(breachesOf({ older: released, newer: openApiDocument(routes, '1.7.0') })).toEqual([]);
  });
});

import { describe, expect, test } from '@jest/globals';
import { routes, type Route } from '@polylogue/api-contract';
import { comparable, isNothing } from './alike.rules.js';
import { idsNamedIn } from './named-ids.rules.js';
import { admissionOf, principals } from './principals.rules.js';

const route = (name: string): Route => routes.find(({ method, path }) => `${method} ${path}` === name)!;

describe('who gets past the guards', () => {
  test.each<[string, ReturnType<typeof admissionOf>[]]>([
    ['GET /api/config', ['served', 'served', 'served', 'served', 'served', 403, 'served']],
    ['GET /api/conversations', [401, 'served', 'served', 'served', 'served', 'served', 401]],
    ['POST /api/send-message', [401, 403, 'served', 'served', 'served', 'served', 401]],
    ['GET /api/account/keys', [401, 'served', 'served', 'served', 'served', 403, 401]],
    ['GET /api/admin/users', [401, 403, 403, 403, 'served', 403, 401]],
    ['POST /v1/chat/completions', [401, 401, 401, 401, 401, 'served', 401]],
  ])('%s', (name, expected) => {
    expect(principals.map((each) => admissionOf(each, route(name)))).toEqual(expected);
  });
});

test('ids are found in bodies and queries, however deep they stand', () => {
  const schema = {
    properties: {
      title: { type: 'string' },
      best: { items: { format: 'uuid' } },
      metadata: { anyOf: [{ $ref: '#/components/schemas/Continued' }, { type: 'null' }] },
      savedQueryId: { type: 'integer' },
    },
  };
  const parameters = [
    { name: 'before', in: 'query', schema: { format: 'uuid' } },
    { name: 'id', in: 'path', schema: { format: 'uuid' } },
    { name: 'Idempotency-Key', in: 'header', schema: { format: 'uuid' } },
  ];
  const requestBody = { content: { 'application/json': { schema } } };
  const components = {
    schemas: {
      Continued: {
        properties: { broadcast_id: { type: 'string' }, again: { $ref: '#/components/schemas/Continued' } },
      },
    },
  };
  const paths = { '/api/things/{id}': { put: { parameters, requestBody, responses: {} } } };
  expect(idsNamedIn({ paths, components })).toEqual([
    'PUT /api/things/{id} query.before',
    'PUT /api/things/{id} body.best',
    'PUT /api/things/{id} body.metadata.broadcast_id',
    'PUT /api/things/{id} body.savedQueryId',
  ]);
});

describe('two answers are alike', () => {
  const answer = (status: number, text: string, headers: Record<string, string> = {}) => ({
    status,
    text,
    headers: new Headers(headers),
  });

  test('whichever ids were named, and whichever the request had', () => {
    const [one, other] = ['{"error":"No a.","requestId":"1"}', '{"error":"No b.","requestId":"2"}'];
    expect(comparable(answer(404, one), ['a'])).toBe(comparable(answer(404, other), ['b']));
  });

  test('a number that was named is no part of a date', () => {
    const text = '{"id":1,"at":"2027-01-26T09:01:00Z"}';
    expect(comparable(answer(200, text), ['1'])).toContain('{"id":{id},"at":"2027-01-26T09:01:00Z"}');
  });

  test.each([
    ['status', answer(403, '{}')],
    ['body', answer(404, '{"error":"Not yours."}')],
    ['header', answer(404, '{}', { 'x-total-count': '3' })],
  ])('not with another %s', (_what, other) => {
    expect(comparable(other, [])).not.toBe(comparable(answer(404, '{}'), []));
  });

  test('nothing is an empty list or no content, and no error', () => {
    expect([answer(204, ''), answer(200, '[]'), answer(404, '{}')].map(isNothing)).toEqual([true, true, false]);
  });
});

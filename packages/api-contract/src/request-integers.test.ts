import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { routes } from './routes.js';

const maxInt32 = 2 ** 31 - 1;

/** Ids and places that their services keep in 64 bits. */
const wide = ['before', 'executionsBefore', 'lastEventId', 'savedQueryId'];

/** The paths of integers within a JSON schema that may be greater than a service counts. */
function unbounded(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, maximum = Infinity } = schema as { type?: unknown; maximum?: number };
  const own = type === 'integer' && maximum > maxInt32 ? [path] : [];
  return [...own, ...Object.entries(schema).flatMap(([name, part]) => unbounded(part, `${path}.${name}`))];
}

it('no integer of a request is greater than services count: gRPC refuses it, which would be answered 500', () => {
  const found = routes.flatMap(({ method, path, body, query }) =>
    [body, query].flatMap((part) =>
      part ? unbounded(z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }), `${method} ${path}`) : [],
    ),
  );
  expect(found.filter((each) => !wide.includes(each.split('.').at(-1)!))).toEqual([]);
  expect(found.length).toBeGreaterThanOrEqual(wide.length);
});

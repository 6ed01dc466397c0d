import { describe, expect, it } from '@jest/globals';
import { routes } from '@polylogue/api-contract';
import { openApiDocument } from './openapi.rules.js';

interface Operation {
  operationId: string;
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { content?: Record<string, unknown> }>;
  parameters: { name: string; in: string }[];
  security?: unknown;
}
const document = openApiDocument(routes, '1.7.0') as unknown as {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { properties?: Record<string, unknown> }> };
};

describe('openApiDocument', () => {
  it('holds every route of the contract, each under a name of its own', () => {
    const held = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(held.sort()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).sort());
    const names = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((each) => each.operationId),
    );
    expect(new Set(names).size).toBe(names.length);
  });

  it('points only at components that stand in it', () => {
    const pointed = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
      ([, id]) => id!,
    );
    expect(pointed.length).toBeGreaterThan(5);
    for (const id of pointed) expect(document.components.schemas).toHaveProperty(id);
    expect(JSON.stringify(document)).not.toContain('#/$defs/');
  });

  it('describes both forms of an answer', () => {
    const send = document.paths['/api/send-message']!['post']!;
    expect(Object.keys(send.responses['200']!.content!)).toEqual(['application/json', 'text/event-stream']);
    expect(send.requestBody!.content['application/json']!.schema).toEqual({ $ref: '#/components/schemas/SendMessage' });
    expect(send.parameters.map(({ name }) => name)).toContain('Idempotency-Key');
    expect(document.components.schemas['SendMessage']!.properties).toHaveProperty('selectedAIs');
  });

  it('says which calls need a session', () => {
    expect(document.paths['/api/config']!['get']!.security).toBeUndefined();
    expect(document.paths['/api/conversations']!['get']!.security).toEqual([{ session: [] }, { key: ['read'] }]);
    expect(document.paths['/api/account/keys']!['get']!.security).toEqual([{ session: [] }]);
  });
});

import { z } from 'zod';
import { errorAnswer, keyScopeOf, type Route } from '@polylogue/api-contract';

type Json = { [key: string]: unknown };

/** The OpenAPI 3.1 document of the contract. Schemas that carry an id become components. */
export function openApiDocument(routes: readonly Route[], version: string): Json {
  const schemas: Json = {};
  const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => toSchema(schema, io, schemas);
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    paths[route.path] ??= {};
    (paths[route.path] as Json)[route.method.toLowerCase()] = operation(route, schemaOf);
  }
  const fault = { description: 'An error.', content: json(schemaOf(errorAnswer, 'output')) };
  return {
    openapi: '3.1.0',
    info: { title: 'Polylogue', version, description: 'One message, many AI services, every reply side by side.' },
    paths,
    components: {
      schemas,
      responses: { Error: fault },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'polylogue.<port>' },
        key: { type: 'http', scheme: 'bearer', description: 'An API key of Your Account, by its scopes.' },
      },
    },
  };
}

type SchemaOf = (schema: z.ZodType, io: 'input' | 'output') => Json;

function operation(route: Route, schemaOf: SchemaOf): Json {
  const { summary, body, access, upload } = route;
  return {
    summary,
    operationId: `${route.method.toLowerCase()}${route.path.replace(/^\/api/, '').replace(/[^a-zA-Z0-9]+(\w?)/g, (_gap, next: string) => next.toUpperCase())}`,
    description: descriptionOf(route),
    parameters: parametersOf(route, schemaOf),
    ...(body ? { requestBody: { required: true, content: bodyOf(schemaOf(body, 'input'), upload) } } : {}),
    responses: {
      [String(route.status ?? 200)]: answerOf(route, schemaOf),
      default: { $ref: '#/components/responses/Error' },
    },
    ...(access === 'public' ? {} : { security: securityOf(route) }),
  };
}

const accessWords = {
  public: 'For everybody.',
  'signed-in': 'For anyone signed in.',
  approved: 'For approved users; others are answered 403 `approval_required`.',
  admin: 'For administrators.',
};

function descriptionOf(route: Route): string {
  const scope = keyScopeOf(route);
  return scope ? `${accessWords[route.access]} With an API key: scope \`${scope}\`.` : accessWords[route.access];
}

function securityOf(route: Route): Json[] {
  const scope = keyScopeOf(route);
  return [{ session: [] }, ...(scope ? [{ key: [scope] }] : [])];
}

function parametersOf({ path, query, idempotent, events }: Route, schemaOf: SchemaOf): Json[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const fields = query ? (schemaOf(query, 'input')['properties'] as Record<string, Json>) : {};
  const inQuery = Object.entries(fields).map(([name, schema]) => ({ name, in: 'query', schema }));
  const header = (name: string, schema: Json) => ({ name, in: 'header', schema });
  return [
    ...inPath,
    ...inQuery,
    ...(idempotent ? [header('Idempotency-Key', { type: 'string', format: 'uuid' })] : []),
    ...(events && query ? [header('Last-Event-ID', { type: 'integer', minimum: 0 })] : []),
  ];
}

function answerOf({ answer, events }: Route, schemaOf: SchemaOf): Json {
  const streamed = Object.entries(events ?? {}).map(([name, schema]) => ({
    title: name,
    type: 'object',
    properties: { event: { const: name }, id: { type: 'string' }, data: schemaOf(schema, 'output') },
  }));
  const stream = streamed.length > 0 ? { 'text/event-stream': { schema: { oneOf: streamed } } } : {};
  return { description: 'Success.', content: { ...(answer ? json(schemaOf(answer, 'output')) : {}), ...stream } };
}

function bodyOf(schema: Json, upload: string | undefined): Json {
  if (upload === undefined) return json(schema);
  const file = { type: 'object', properties: { [upload]: { type: 'string', format: 'binary' } }, required: [upload] };
  return { 'multipart/form-data': { schema: { allOf: [schema, file] } } };
}

function json(schema: Json): Json {
  return { 'application/json': { schema } };
}

function toSchema(schema: z.ZodType, io: 'input' | 'output', components: Json): Json {
  const {
    $schema: _dialect,
    $defs = {},
    ...rest
  } = z.toJSONSchema(schema, {
    io,
    // Answers may grow: what a reader does not know it passes over.
    override: ({ jsonSchema }) => delete jsonSchema.additionalProperties,
    unrepresentable: 'any',
  }) as Json & { $defs?: Record<string, Json> };
  for (const [id, each] of Object.entries($defs)) components[id] = pointToComponents(each);
  if (typeof rest['$ref'] === 'string') return pointToComponents({ $ref: rest['$ref'] });
  const id = schema.meta()?.['id'];
  if (typeof id !== 'string') return pointToComponents(rest);
  components[id] = pointToComponents(rest);
  return { $ref: `#/components/schemas/${id}` };
}

function pointToComponents(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;
}

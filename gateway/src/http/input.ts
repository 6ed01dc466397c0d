import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { z } from 'zod';
import { aiServiceName, answerPresetId, id, numericId, type Route } from '@polylogue/api-contract';
import { AppError } from '@polylogue/service-kit';
import { parseInput, refuseDeep, refuseServerOwned } from './input.rules.js';
import { routeOf } from './serves.js';
import type { HttpRequest } from './http-messages.js';

/** The body, valid by the schema of the route that is served. */
export const ValidBody = createParamDecorator((_none: unknown, context: ExecutionContext): unknown =>
  validBodyOf(requestOf(context), routeOf(context)),
);

/** The query, valid by the schema of the route that is served. */
export const ValidQuery = createParamDecorator((_none: unknown, context: ExecutionContext): unknown => {
  const schema = routeOf(context)?.query;
  return schema ? parseInput(schema, requestOf(context).query) : {};
});

// Made once: making a schema costs fifty times what it takes to check a value by it.
const identified = z.object({ id });
const named = z.object({ name: aiServiceName });

/** The `{id}` of the path. */
export const PathId = createParamDecorator(
  (_none: unknown, context: ExecutionContext): unknown => parseInput(identified, requestOf(context).params).id,
);

/** The `{name}` of an AI service in the path. */
export const PathName = createParamDecorator(
  (_none: unknown, context: ExecutionContext): unknown => parseInput(named, requestOf(context).params).name,
);

/** The `{id}` of a preset in the path. What cannot be one is not found. */
export const PathPreset = createParamDecorator((_none: unknown, context: ExecutionContext): unknown => {
  const { data } = answerPresetId.safeParse(requestOf(context).params['id']);
  if (data !== undefined) return data;
  throw new AppError('not_found', 'not_found', 'There is nothing here.');
});

const numbered = z.object({ id: z.coerce.number().pipe(numericId) });

/** The `{id}` of the path, where it is a number. What cannot be one is not found. */
export const PathNumber = createParamDecorator((_none: unknown, context: ExecutionContext): unknown => {
  const { id: text } = requestOf(context).params;
  const parsed = numbered.safeParse({ id: /^\d{1,15}$/.test(String(text)) ? text : undefined });
  if (parsed.success) return parsed.data.id;
  throw new AppError('not_found', 'not_found', 'There is nothing here.');
});

/** The `{claim}` of the path: the number of a claim within its map. What cannot be one is not found. */
export const PathClaim = createParamDecorator((_none: unknown, context: ExecutionContext): unknown => {
  const { claim } = requestOf(context).params;
  if (/^\d{1,4}$/.test(String(claim))) return Number(claim);
  throw new AppError('not_found', 'not_found', 'There is nothing here.');
});

/** The `{number}` of the path: that of a case within its backtest. What cannot be one is not found. */
export const PathCase = createParamDecorator((_none: unknown, context: ExecutionContext): unknown => {
  const { number } = requestOf(context).params;
  if (/^\d{1,4}$/.test(String(number))) return Number(number);
  throw new AppError('not_found', 'not_found', 'There is nothing here.');
});

export function validBodyOf(request: HttpRequest, route: Route | undefined): unknown {
  if (!route?.body) throw new Error('This handler asks for a body but its route declares none.');
  if (hasBody(request) && !isReadable(request)) {
    throw new AppError('unsupported_type', 'unsupported_type', 'Send the body as application/json.');
  }
  const body: unknown = request.body;
  refuseDeep(body);
  refuseServerOwned(body, route.serverOwned);
  return parseInput(route.body, body ?? {});
}

function requestOf(context: ExecutionContext): HttpRequest {
  return context.switchToHttp().getRequest<HttpRequest>();
}

function hasBody({ headers }: HttpRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

// A parser that took the body left an object; what is left unread stays undefined.
function isReadable(request: HttpRequest): boolean {
  return request.body !== undefined;
}

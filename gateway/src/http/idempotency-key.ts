import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { z } from 'zod';
import { parseInput } from './input.rules.js';
import type { HttpRequest } from './http-messages.js';

const name = 'Idempotency-Key';
const schema = z.object({ [name]: z.uuid(`${name} must be a uuid.`).optional() });

/**
 * The `Idempotency-Key` header, where the client sends one: the same call under the same key is done once. The service
 * behind the route checks it, in the transaction of what it does.
 */
export const IdempotencyKey = createParamDecorator((_none: unknown, context: ExecutionContext): string | undefined => {
  const { headers } = context.switchToHttp().getRequest<HttpRequest>();
  return parseInput(schema, { [name]: headers['idempotency-key'] })[name]?.toLowerCase();
});

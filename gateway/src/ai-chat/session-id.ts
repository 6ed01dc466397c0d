import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { z } from 'zod';
import { aiChatSessionId } from '@polylogue/api-contract';
import { parseInput } from '../http/input.rules.js';
import type { HttpRequest } from '../http/http-messages.js';

const named = z.object({ id: aiChatSessionId });

/** The `{id}` of an AI conversation in the path: its user's own choice, so not always a uuid. */
export const SessionId = createParamDecorator(
  (_none: unknown, context: ExecutionContext): unknown =>
    parseInput(named, context.switchToHttp().getRequest<HttpRequest>().params).id,
);

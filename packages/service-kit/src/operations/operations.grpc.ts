import {
  OperationsServiceDefinition,
  type DiscardDeadLettersRequest,
  type GetStatusRequest,
  type ListDeadLettersRequest,
  type ReplayDeadLettersRequest,
} from '@polylogue/proto';
import { AppError } from '../errors/app-error.js';
import type { CallContext } from '../grpc/call-context.js';
import type { GrpcHandlers } from '../grpc/definition.js';
import { GrpcEndpoint } from '../grpc/grpc-endpoint.js';
import { Operations } from './operations.js';

const maxKeys = 500;
const defaultLimit = 100;

/** The endpoint that every service with gRPC has beside its own: for administrators, by way of the gateway. */
@GrpcEndpoint(OperationsServiceDefinition)
export class OperationsGrpc implements GrpcHandlers<typeof OperationsServiceDefinition> {
  constructor(private readonly operations: Operations) {}

  async listDeadLetters({ limit }: ListDeadLettersRequest, call: CallContext) {
    mustBeAdmin(call);
    const { letters, total } = await this.operations.deadLetters(limit > 0 ? Math.min(limit, maxKeys) : defaultLimit);
    return {
      letters: letters.map(({ consumer, eventId, ...letter }) => ({ key: { consumer, eventId }, ...letter })),
      total,
    };
  }

  async replayDeadLetters({ keys }: ReplayDeadLettersRequest, call: CallContext) {
    mustBeAdmin(call);
    return this.operations.replay(keys.length > 0 ? fewEnough(keys) : undefined);
  }

  async discardDeadLetters({ keys }: DiscardDeadLettersRequest, call: CallContext) {
    mustBeAdmin(call);
    return { discarded: await this.operations.discard(fewEnough(keys)) };
  }

  async getStatus(_request: GetStatusRequest, call: CallContext) {
    mustBeAdmin(call);
    return this.operations.status();
  }
}

function mustBeAdmin(call: CallContext): void {
  call.mustComeFrom('gateway');
  call.mustHaveCaller().mustBeAdmin();
}

function fewEnough<T>(keys: T[]): T[] {
  if (keys.length <= maxKeys) return keys;
  throw new AppError('invalid', 'too_many_letters', `Name at most ${maxKeys} letters at a time.`);
}

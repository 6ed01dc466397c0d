import {
  ContextsServiceDefinition,
  type Context,
  type GetContextRequest,
  type GetSentRequestRequest,
  type MeasureContextsRequest,
  type MeasureContextsResponse,
  type SentRequest,
  isUuid,
} from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { contextNotFound } from './contexts.errors.js';
import { ContextSizesService } from './context-sizes.service.js';
import { ContextsService } from './contexts.service.js';

@GrpcEndpoint(ContextsServiceDefinition)
export class ContextsGrpc implements GrpcHandlers<typeof ContextsServiceDefinition> {
  constructor(
    private readonly contexts: ContextsService,
    private readonly sizes: ContextSizesService,
  ) {}

  getContext({ messageId }: GetContextRequest, call: CallContext): Promise<Context> {
    return this.contexts.get(call.mustHaveCaller(), mustBeId(messageId));
  }

  getSentRequest({ messageId }: GetSentRequestRequest, call: CallContext): Promise<SentRequest> {
    return this.contexts.getRequest(call.mustHaveCaller(), mustBeId(messageId));
  }

  measureContexts(request: MeasureContextsRequest, call: CallContext): Promise<MeasureContextsResponse> {
    return this.sizes.measure(call.mustHaveCaller(), request);
  }
}

function mustBeId(messageId: string): string {
  if (!isUuid(messageId)) throw contextNotFound();
  return messageId;
}

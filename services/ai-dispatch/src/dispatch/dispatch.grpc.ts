import { DispatchServiceDefinition, type DispatchRequest } from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { fromProto } from './dispatch.mapper.js';
import { DispatchService } from './dispatch.service.js';

@GrpcEndpoint(DispatchServiceDefinition)
export class DispatchGrpc implements GrpcHandlers<typeof DispatchServiceDefinition> {
  constructor(private readonly dispatches: DispatchService) {}

  dispatch(request: DispatchRequest, call: CallContext) {
    const input = fromProto(request);
    // The server holds on to its request for as long as the call lasts, which need not hold on to a long thread.
    request.messages = [];
    input.isOfRun = call.issuer === 'scheduler';
    return this.dispatches.dispatch(call.mustHaveCaller(), input, call);
  }
}

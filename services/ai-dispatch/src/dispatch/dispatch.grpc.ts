import { DispatchServiceDefinition, type DispatchRequest } from '@polylogue/proto';
import { GrpcDoor, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { fromProto } from './dispatch.mapper.js';
import { DispatchService } from './dispatch.service.js';

@GrpcDoor(DispatchServiceDefinition)
export class DispatchGrpc implements GrpcHandlers<typeof DispatchServiceDefinition> {
  constructor(private readonly dispatches: DispatchService) {}

  dispatch(request: DispatchRequest, call: CallContext) {
    return this.dispatches.dispatch(call.mustHaveCaller(), fromProto(request), call);
  }
}

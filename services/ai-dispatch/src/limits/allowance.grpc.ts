import {
  AllowanceServiceDefinition,
  type GetAllowanceRequest,
  type ListKeySpendingRequest,
  type TakeAllowanceRequest,
} from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { AllowanceService } from './allowance.service.js';

@GrpcEndpoint(AllowanceServiceDefinition)
export class AllowanceGrpc implements GrpcHandlers<typeof AllowanceServiceDefinition> {
  constructor(private readonly allowance: AllowanceService) {}

  async takeAllowance(request: TakeAllowanceRequest, call: CallContext) {
    return { limited: await this.allowance.take(call.mustHaveCaller(), request) };
  }

  getAllowance(_request: GetAllowanceRequest, call: CallContext) {
    return this.allowance.find(call.mustHaveCaller());
  }

  listKeySpending({ userId }: ListKeySpendingRequest, call: CallContext) {
    return this.allowance.keySpending(call.mustHaveCaller(), userId);
  }
}

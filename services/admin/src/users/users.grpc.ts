import {
  type ApproveUserRequest,
  type GetAccessRequest,
  type GetSetupRequest,
  type ListAccessChangesRequest,
  type ListDeniedUsersRequest,
  type ListUsersRequest,
  type SignUpRequest,
  UsersServiceDefinition,
  type VerifyPasswordRequest,
} from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { SetupService } from './setup.service.js';
import { toProto } from './user.mapper.js';
import { isId } from './user.rules.js';
import { mustBeId } from './users.errors.js';
import { UsersService } from './users.service.js';

const maxRequested = 1_000;

@GrpcEndpoint(UsersServiceDefinition)
export class UsersGrpc implements GrpcHandlers<typeof UsersServiceDefinition> {
  constructor(
    private readonly users: UsersService,
    private readonly setup: SetupService,
  ) {}

  async signUp(request: SignUpRequest, call: CallContext) {
    call.mustComeFrom('gateway');
    const { setupCode, isExposed, ...account } = request;
    return toProto(await this.users.signUp(account, { setupCode, isExposed }));
  }

  async getSetup({ isExposed }: GetSetupRequest, call: CallContext) {
    call.mustComeFrom('gateway');
    return { needsCode: await this.setup.needsCode(isExposed) };
  }

  async verifyPassword({ email, password }: VerifyPasswordRequest, call: CallContext) {
    call.mustComeFrom('gateway');
    return toProto(await this.users.verifyPassword(email, password));
  }

  /** Every service may call, admin too: each checks that a user is erased before it removes anything of theirs. */
  async getAccess({ userId }: GetAccessRequest) {
    return toProto(await this.users.access(mustBeId(userId)));
  }

  async listDeniedUsers({ userIds }: ListDeniedUsersRequest, call: CallContext) {
    call.mustComeFrom('gateway', 'conversation', 'scheduler', 'quality');
    return { userIds: await this.users.findDenied(userIds.slice(0, maxRequested).filter(isId)) };
  }

  async listAccessChanges({ since }: ListAccessChangesRequest, call: CallContext) {
    call.mustComeFrom('gateway');
    const { until, keys } = await this.users.changes(since);
    return { until, userIds: keys };
  }

  async listUsers(_request: ListUsersRequest, call: CallContext) {
    const search = {
      query: '',
      onlyWaiting: false,
      sort: 'created_at',
      ascending: false,
      limit: 500,
      offset: 0,
    } as const;
    return { users: (await this.users.list(call.mustHaveCaller(), search)).map(toProto) };
  }

  async approveUser({ userId }: ApproveUserRequest, call: CallContext) {
    return toProto(await this.users.approve(call.mustHaveCaller(), mustBeId(userId)));
  }
}

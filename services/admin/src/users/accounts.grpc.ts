import {
  type ChangePasswordRequest,
  type CreatePasswordResetRequest,
  type ErasePersonRequest,
  type GetOwnRecordRequest,
  type ListOwnFactsRequest,
  type ListPeopleRequest,
  type NamePeopleRequest,
  type OwnFact,
  PeopleServiceDefinition,
  role,
  type SetBlockedRequest,
  type SetRoleRequest,
  type SignInFromIssuerRequest,
  type UsePasswordResetRequest,
  UserSort,
  userSort,
} from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { AccountService } from './account.service.js';
import { AccountStatusService } from './account-status.service.js';
import { PasswordResetsService } from './password-resets.service.js';
import { toActivity, toOwnRecord, toOwnSession, toListedUser, toProto } from './user.mapper.js';
import { isId } from './user.rules.js';
import { mustBeId } from './users.errors.js';
import { UsersService } from './users.service.js';

const maxListed = 500;

@GrpcEndpoint(PeopleServiceDefinition)
export class AccountsGrpc implements GrpcHandlers<typeof PeopleServiceDefinition> {
  constructor(
    private readonly users: UsersService,
    private readonly accountStatus: AccountStatusService,
    private readonly accounts: AccountService,
    private readonly resets: PasswordResetsService,
  ) {}

  async listPeople(request: ListPeopleRequest, call: CallContext) {
    const { query, onlyWaiting, ascending } = request;
    const sort = request.sort === UserSort.UNSPECIFIED ? 'created_at' : userSort.toWord(request.sort);
    const limit = request.limit > 0 ? Math.min(request.limit, maxListed) : maxListed;
    const search = { query, onlyWaiting, sort, ascending, limit, offset: Math.max(0, request.offset) };
    const caller = call.mustHaveCaller();
    const [users, counts] = await Promise.all([
      this.users.list(caller, search),
      request.withoutCounts ? { total: 0, waiting: 0 } : this.users.count(caller, search),
    ]);
    return { people: users.map(toListedUser), ...counts };
  }

  async namePeople({ userIds }: NamePeopleRequest, call: CallContext) {
    const ids = userIds.slice(0, maxListed).filter(isId);
    return { people: await this.users.names(call.mustHaveCaller(), ids) };
  }

  async setRole({ userId, role: wanted }: SetRoleRequest, call: CallContext) {
    return toProto(await this.accountStatus.setRole(call.mustHaveCaller(), mustBeId(userId), role.toWord(wanted)));
  }

  async setBlocked({ userId, isBlocked }: SetBlockedRequest, call: CallContext) {
    return toProto(await this.accountStatus.setBlocked(call.mustHaveCaller(), mustBeId(userId), isBlocked));
  }

  async erasePerson({ userId }: ErasePersonRequest, call: CallContext) {
    await this.accountStatus.erase(call.mustHaveCaller(), mustBeId(userId));
    return {};
  }

  async changePassword({ currentPassword, newPassword }: ChangePasswordRequest, call: CallContext) {
    await this.accounts.changePassword(call.mustHaveCaller(), currentPassword, newPassword);
    return {};
  }

  createPasswordReset({ userId }: CreatePasswordResetRequest, call: CallContext) {
    call.mustComeFrom('gateway');
    return this.resets.create(call.mustHaveCaller(), mustBeId(userId));
  }

  async usePasswordReset({ token, newPassword, isExposed }: UsePasswordResetRequest, call: CallContext) {
    call.mustComeFrom('gateway');
    return { userId: await this.resets.use(token, newPassword, isExposed) };
  }

  async getOwnRecord(_request: GetOwnRecordRequest, call: CallContext) {
    const { user, activities, sessions } = await this.accounts.ownRecord(call.mustHaveCaller());
    return { user: toProto(user), activities: activities.map(toActivity), sessions: sessions.map(toOwnSession) };
  }

  async *listOwnFacts(_request: ListOwnFactsRequest, call: CallContext): AsyncGenerator<OwnFact> {
    for await (const record of this.accounts.exportOwnData(call.mustHaveCaller())) yield toOwnRecord(record);
  }

  async signInFromIssuer(request: SignInFromIssuerRequest, call: CallContext) {
    call.mustComeFrom('gateway');
    const { role: wanted, isExposed, ...account } = request;
    const issued = { ...account, role: wanted === undefined ? undefined : role.toWord(wanted) };
    return toProto(await this.accounts.signInFromIssuer(issued, isExposed));
  }
}

import {
  AuditServiceDefinition,
  type ListAuditEntriesRequest,
  type RecordDeedRequest,
  type RecordKeyChangeRequest,
  type RecordKeyUseRequest,
  type RecordRefusalRequest,
  type RecordSignInRequest,
  type RecordViewRequest,
  type VerifyAuditRequest,
} from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { isId } from '../users/user.rules.js';
import { mustBeId } from '../users/users.errors.js';
import { readAction, toEntry } from './audit.mapper.js';
import { AuditService } from './audit.service.js';

const maxListed = 200;

@GrpcEndpoint(AuditServiceDefinition)
export class AuditGrpc implements GrpcHandlers<typeof AuditServiceDefinition> {
  constructor(private readonly audit: AuditService) {}

  async listAuditEntries({ before, limit }: ListAuditEntriesRequest, call: CallContext) {
    const wanted = Math.min(limit > 0 ? limit : 50, maxListed);
    return { entries: (await this.audit.list(call.mustHaveCaller(), before, wanted)).map(toEntry) };
  }

  async verifyAudit(_request: VerifyAuditRequest, call: CallContext) {
    const { entries, head, brokenAt } = await this.audit.verify(call.mustHaveCaller());
    return { isWhole: brokenAt === undefined, entries, head: head.toString('hex'), brokenAt };
  }

  async recordView({ userId }: RecordViewRequest, call: CallContext) {
    await this.audit.recordView(call.mustHaveCaller(), mustBeId(userId));
    return {};
  }

  async recordRefusal({ userId, subjectId, route, code }: RecordRefusalRequest, call: CallContext) {
    call.mustComeFrom('gateway');
    const known = (id: string | undefined) => (id !== undefined && isId(id) ? id : undefined);
    const details = { route: route.slice(0, 200), code: code.slice(0, 100) };
    await this.audit.recordDenied({ actor: known(userId), subject: known(subjectId), details });
    return {};
  }

  async recordSignIn({ userId, email, code, address, method }: RecordSignInRequest, call: CallContext) {
    call.mustComeFrom('gateway');
    const details = { address: address.slice(0, 45), method: method.slice(0, 20) };
    if (userId !== undefined) await this.audit.recordSignIn(mustBeId(userId), details);
    else await this.audit.recordFailedSignIn(email ?? '', { ...details, code: (code ?? '').slice(0, 100) });
    return {};
  }

  async recordKeyChange({ userId, apiKeyId, prefix, revoked }: RecordKeyChangeRequest, call: CallContext) {
    call.mustComeFrom('gateway');
    const details = { apiKey: mustBeId(apiKeyId), prefix: prefix.slice(0, 20) };
    await this.audit.recordKeyChange(call.mustHaveCaller(), mustBeId(userId), revoked, details);
    return {};
  }

  async recordKeyUse({ userId, apiKeyId, prefix, address }: RecordKeyUseRequest, call: CallContext) {
    call.mustComeFrom('gateway');
    const details = { apiKey: mustBeId(apiKeyId), prefix: prefix.slice(0, 20), address: address.slice(0, 45) };
    await this.audit.recordKeyUse(mustBeId(userId), details);
    return {};
  }

  async recordDeed({ action, subjectId, details }: RecordDeedRequest, call: CallContext) {
    call.mustComeFrom('gateway');
    const subject = subjectId === undefined ? undefined : mustBeId(subjectId);
    await this.audit.recordAction(call.mustHaveCaller(), { action, subject, details: readAction(action, details) });
    return {};
  }
}

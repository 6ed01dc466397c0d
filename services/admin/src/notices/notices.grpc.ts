import {
  contractLimits,
  NoticesServiceDefinition,
  type GetNoticePreferencesRequest,
  type ListNoticesRequest,
  type MarkNoticesReadRequest,
  type SetNoticePreferencesRequest,
} from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { isId } from '../users/user.rules.js';
import { invalidNoticeId, tooManyNotices } from './notices.errors.js';
import { fromProtoKinds, toProto, toProtoKinds } from './notices.mapper.js';
import { NoticesService } from './notices.service.js';

const { noticesPage: maxMarked } = contractLimits;

@GrpcEndpoint(NoticesServiceDefinition)
export class NoticesGrpc implements GrpcHandlers<typeof NoticesServiceDefinition> {
  constructor(private readonly notices: NoticesService) {}

  async listNotices({ beforeId, limit, withHidden }: ListNoticesRequest, call: CallContext) {
    const caller = call.mustHaveCaller();
    const before = beforeId === '' ? null : mustBeId(beforeId, 'before');
    const { notices, ...rest } = await this.notices.list(caller, before, limit, withHidden);
    return { notices: notices.map(toProto), ...rest };
  }

  async markNoticesRead({ ids, upToId }: MarkNoticesReadRequest, call: CallContext) {
    const caller = call.mustHaveCaller();
    if (ids.length > maxMarked) throw tooManyNotices(maxMarked);
    const named = ids.map((id) => mustBeId(id, 'ids'));
    const last = upToId === undefined ? null : mustBeId(upToId, 'upTo');
    return { unread: await this.notices.markRead(caller, named, last) };
  }

  async getNoticePreferences(_request: GetNoticePreferencesRequest, call: CallContext) {
    return { inApp: toProtoKinds(await this.notices.kinds(call.mustHaveCaller())) };
  }

  async setNoticePreferences({ preferences }: SetNoticePreferencesRequest, call: CallContext) {
    const caller = call.mustHaveCaller();
    return { inApp: toProtoKinds(await this.notices.setKinds(caller, fromProtoKinds(preferences?.inApp ?? []))) };
  }
}

function mustBeId(id: string, path: string): string {
  if (!isId(id)) throw invalidNoticeId(path);
  return id;
}

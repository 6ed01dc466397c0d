import {
  AnnouncementsServiceDefinition,
  type ClearAnnouncementRequest,
  type GetAnnouncementRequest,
  type SetAnnouncementRequest,
} from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { fromProto, toProto } from './announcement.mapper.js';
import { AnnouncementsService } from './announcements.service.js';

@GrpcEndpoint(AnnouncementsServiceDefinition)
export class AnnouncementsGrpc implements GrpcHandlers<typeof AnnouncementsServiceDefinition> {
  constructor(private readonly announcements: AnnouncementsService) {}

  async getAnnouncement(_request: GetAnnouncementRequest, call: CallContext) {
    call.mustComeFrom('gateway');
    const current = await this.announcements.current();
    return { announcement: current ? toProto(current) : undefined };
  }

  async setAnnouncement(request: SetAnnouncementRequest, call: CallContext) {
    return toProto(await this.announcements.set(call.mustHaveCaller(), fromProto(request)));
  }

  async clearAnnouncement(_request: ClearAnnouncementRequest, call: CallContext) {
    await this.announcements.clear(call.mustHaveCaller());
    return {};
  }
}

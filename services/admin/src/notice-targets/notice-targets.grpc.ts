import {
  NoticeTargetsServiceDefinition,
  NoticeTargetKind,
  noticeLinkPurpose,
  noticeTargetKind,
  type CreateNoticeTargetRequest,
  type DeleteNoticeTargetRequest,
  type ListNoticeTargetsRequest,
  type GetNoticeLinkRequest,
  type UseNoticeLinkRequest,
  type NoticeTargetChoice,
  type SendNoticeTargetLinkRequest,
  type TestNoticeTargetRequest,
  type UpdateNoticeTargetRequest,
} from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { isId } from '../users/user.rules.js';
import { NoticeLinksService, type FoundLink } from './notice-links.service.js';
import { toProto } from './notice-target.mapper.js';
import { invalidTarget, targetNotFound } from './notice-targets.errors.js';
import { NoticeTargetsService } from './notice-targets.service.js';
import { TargetTestService } from './target-test.service.js';

const noChoice: NoticeTargetChoice = { noticeKinds: [], isEnabled: true };

@GrpcEndpoint(NoticeTargetsServiceDefinition)
export class NoticeTargetsGrpc implements GrpcHandlers<typeof NoticeTargetsServiceDefinition> {
  constructor(
    private readonly targets: NoticeTargetsService,
    private readonly tests: TargetTestService,
    private readonly links: NoticeLinksService,
  ) {}

  async listNoticeTargets(_request: ListNoticeTargetsRequest, call: CallContext) {
    const targets = await this.targets.list(call.mustHaveCaller());
    return { targets: targets.map(toProto), sendsMail: this.targets.sendsMail };
  }

  async createNoticeTarget({ kind, address, choice = noChoice }: CreateNoticeTargetRequest, call: CallContext) {
    const wanted = { kind: kindOf(kind), address, choice };
    const { target, secret } = await this.targets.create(call.mustHaveCaller(), wanted);
    return { target: toProto(target), secret };
  }

  async updateNoticeTarget({ id, choice = noChoice }: UpdateNoticeTargetRequest, call: CallContext) {
    return toProto(await this.targets.update(call.mustHaveCaller(), mustBeId(id), choice));
  }

  async deleteNoticeTarget({ id }: DeleteNoticeTargetRequest, call: CallContext) {
    await this.targets.remove(call.mustHaveCaller(), mustBeId(id));
    return {};
  }

  async testNoticeTarget({ id }: TestNoticeTargetRequest, call: CallContext) {
    const caller = call.mustHaveCaller();
    const fault = await this.tests.test(caller, mustBeId(id));
    const target = (await this.targets.list(caller)).find((each) => each.id === id);
    return { target: target && toProto(target), fault };
  }

  async sendNoticeTargetLink({ id }: SendNoticeTargetLinkRequest, call: CallContext) {
    return toProto(await this.targets.sendLink(call.mustHaveCaller(), mustBeId(id)));
  }

  async getNoticeLink({ token }: GetNoticeLinkRequest, call: CallContext) {
    call.mustComeFrom('gateway');
    return linkOf(await this.links.get(token));
  }

  async useNoticeLink({ token }: UseNoticeLinkRequest, call: CallContext) {
    call.mustComeFrom('gateway');
    return linkOf(await this.links.use(token));
  }
}

const linkOf = ({ purpose, target }: FoundLink) => ({
  purpose: noticeLinkPurpose.fromWord(purpose),
  maskedAddress: target.maskedAddress,
});

function kindOf(kind: NoticeTargetKind) {
  if (kind !== NoticeTargetKind.UNSPECIFIED && kind !== NoticeTargetKind.UNRECOGNIZED)
    return noticeTargetKind.toWord(kind);
  throw invalidTarget([{ path: 'kind', message: 'Choose where notices go.' }]);
}

function mustBeId(id: string): string {
  if (isId(id)) return id;
  throw targetNotFound();
}

import { Controller } from '@nestjs/common';
import {
  createNoticeTarget,
  deleteNoticeTarget,
  listNoticeTargets,
  sendNoticeTargetLink,
  testNoticeTarget,
  updateNoticeTarget,
  type ValidBodyOf,
} from '@polylogue/api-contract';
import { PathId, ValidBody } from '../http/input.js';
import { Serves } from '../http/serves.js';
import { NoticeTargetsService } from './notice-targets.service.js';

@Controller()
export class NoticeTargetsController {
  constructor(private readonly targets: NoticeTargetsService) {}

  @Serves(listNoticeTargets)
  list() {
    return this.targets.list();
  }

  @Serves(createNoticeTarget)
  create(@ValidBody() body: ValidBodyOf<typeof createNoticeTarget>) {
    return this.targets.create(body);
  }

  @Serves(updateNoticeTarget)
  update(@PathId() id: string, @ValidBody() body: ValidBodyOf<typeof updateNoticeTarget>) {
    return this.targets.update(id, body);
  }

  @Serves(deleteNoticeTarget)
  async delete(@PathId() id: string): Promise<void> {
    await this.targets.delete(id);
  }

  @Serves(testNoticeTarget)
  test(@PathId() id: string) {
    return this.targets.test(id);
  }

  @Serves(sendNoticeTargetLink)
  sendLink(@PathId() id: string) {
    return this.targets.sendLink(id);
  }
}

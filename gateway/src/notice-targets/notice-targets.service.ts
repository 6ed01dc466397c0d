import { Injectable } from '@nestjs/common';
import type { createNoticeTarget, NoticeTarget, updateNoticeTarget, ValidBodyOf } from '@polylogue/api-contract';
import { noticeTargetKind } from '@polylogue/proto';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { fromChoice, toNoticeTarget } from './notice-targets.mapper.js';

/** A test waits for the receiver: connecting, 20 s of a mail server. */
const testMs = 30_000;

/** Where notices of users are sent: admin keeps the targets and sends to them. */
@Injectable()
export class NoticeTargetsService {
  constructor(@InjectClient('noticeTargets') private readonly targets: ClientOf<'noticeTargets'>) {}

  async list(): Promise<{ targets: NoticeTarget[]; sendsMail: boolean }> {
    const { targets, sendsMail } = await this.targets.listNoticeTargets({});
    return { targets: targets.map(toNoticeTarget), sendsMail };
  }

  async create({ kind, address, ...choice }: ValidBodyOf<typeof createNoticeTarget>) {
    const wanted = { kind: noticeTargetKind.fromWord(kind), address, choice: fromChoice(choice) };
    const { target, secret } = await this.targets.createNoticeTarget(wanted);
    if (!target) throw new Error('admin answered no target');
    return { target: toNoticeTarget(target), secret: secret === '' ? null : secret };
  }

  async update(id: string, choice: ValidBodyOf<typeof updateNoticeTarget>): Promise<NoticeTarget> {
    return toNoticeTarget(await this.targets.updateNoticeTarget({ id, choice: fromChoice(choice) }));
  }

  async delete(id: string): Promise<void> {
    await this.targets.deleteNoticeTarget({ id });
  }

  async test(id: string): Promise<{ fault: string | null }> {
    const { fault } = await this.targets.testNoticeTarget({ id }, { deadlineMs: testMs });
    return { fault: fault === '' ? null : fault };
  }

  async sendLink(id: string): Promise<NoticeTarget> {
    return toNoticeTarget(await this.targets.sendNoticeTargetLink({ id }));
  }
}

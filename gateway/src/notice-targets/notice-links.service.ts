import { Injectable } from '@nestjs/common';
import { NoticeLinkPurpose, noticeLinkPurpose, type NoticeLink } from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import type { LinkPage } from './notice-link-page.rules.js';

/** What the links of mails are about. A link for one thing does not do another. */
@Injectable()
export class NoticeLinksService {
  constructor(@InjectClient('noticeTargets') private readonly targets: ClientOf<'noticeTargets'>) {}

  /** Answers the masked address. */
  async get(purpose: LinkPage, token: string): Promise<string> {
    return addressFor(purpose, await this.targets.getNoticeLink({ token }));
  }

  async use(purpose: LinkPage, token: string): Promise<string> {
    await this.get(purpose, token);
    return addressFor(purpose, await this.targets.useNoticeLink({ token }));
  }
}

function addressFor(purpose: LinkPage, link: NoticeLink): string {
  const isKnown = link.purpose !== NoticeLinkPurpose.UNSPECIFIED && link.purpose !== NoticeLinkPurpose.UNRECOGNIZED;
  if (isKnown && noticeLinkPurpose.toWord(link.purpose) === purpose) return link.maskedAddress;
  throw new AppError('not_found', 'link_not_found', 'This link does not hold any longer, or is not complete.');
}

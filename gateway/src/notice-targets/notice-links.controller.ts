import { Controller, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { confirmNoticeTarget, unsubscribeNoticeTarget } from '@polylogue/api-contract';
import { NoticeLinkPurpose, type NoticeLink } from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { Page, Serves } from '../http/serves.js';
import { askPage, donePage, faultPage, type LinkPage } from './notice-link-page.rules.js';

const { CONFIRM, UNSUBSCRIBE } = NoticeLinkPurpose;

/** The links of mails, for whoever has one. A GET only shows a page with a button: programs follow links by themselves. */
@Controller()
export class NoticeLinksController {
  constructor(@InjectClient('noticeTargets') private readonly targets: ClientOf<'noticeTargets'>) {}

  @Page(confirmNoticeTarget.path)
  askToConfirm(@Query('token') token: unknown, @Res() response: Response) {
    return this.#answer(response, CONFIRM, askPage, () => this.targets.getNoticeLink(named(token)));
  }

  @Page(unsubscribeNoticeTarget.path)
  askToUnsubscribe(@Query('token') token: unknown, @Res() response: Response) {
    return this.#answer(response, UNSUBSCRIBE, askPage, () => this.targets.getNoticeLink(named(token)));
  }

  @Serves(confirmNoticeTarget)
  confirm(@Query('token') token: unknown, @Res() response: Response) {
    return this.#use(response, CONFIRM, named(token));
  }

  @Serves(unsubscribeNoticeTarget)
  unsubscribe(@Query('token') token: unknown, @Res() response: Response) {
    return this.#use(response, UNSUBSCRIBE, named(token));
  }

  async #use(response: Response, purpose: NoticeLinkPurpose, request: { token: string }): Promise<void> {
    await this.#answer(response, purpose, donePage, async () => {
      // A link for one thing does not do another.
      mustBeFor(purpose, await this.targets.getNoticeLink(request));
      return this.targets.useNoticeLink(request);
    });
  }

  async #answer(
    response: Response,
    purpose: NoticeLinkPurpose,
    page: (purpose: LinkPage, address: string) => string,
    find: () => Promise<NoticeLink>,
  ): Promise<void> {
    try {
      const link = await find();
      mustBeFor(purpose, link);
      response.type('html').send(page(purpose === CONFIRM ? 'confirm' : 'unsubscribe', link.maskedAddress));
    } catch (error) {
      if (!AppError.is(error)) throw error;
      response.status(error.httpStatus).type('html').send(faultPage(error.sentence));
    }
  }
}

const named = (token: unknown) => ({ token: typeof token === 'string' ? token.slice(0, 200) : '' });

function mustBeFor(purpose: NoticeLinkPurpose, link: NoticeLink): void {
  if (link.purpose === purpose) return;
  throw new AppError('not_found', 'link_not_found', 'This link does not hold any longer, or is not complete.');
}

import { Controller, Query, Res } from '@nestjs/common';
import { confirmNoticeTarget, unsubscribeNoticeTarget } from '@polylogue/api-contract';
import { AppError } from '@polylogue/service-kit';
import { Page, Serves } from '../http/serves.js';
import { askPage, donePage, faultPage } from './notice-link-page.rules.js';
import { NoticeLinksService } from './notice-links.service.js';
import type { HttpResponse } from '../http/http-messages.js';

/** The links of mails; a link needs no session. A GET only shows a page with a button: programs follow links by themselves. */
@Controller()
export class NoticeLinksController {
  constructor(private readonly links: NoticeLinksService) {}

  @Page(confirmNoticeTarget.path)
  askToConfirm(@Query('token') token: unknown, @Res() response: HttpResponse) {
    return answer(response, async () => askPage('confirm', await this.links.get('confirm', textOf(token))));
  }

  @Page(unsubscribeNoticeTarget.path)
  askToUnsubscribe(@Query('token') token: unknown, @Res() response: HttpResponse) {
    return answer(response, async () => askPage('unsubscribe', await this.links.get('unsubscribe', textOf(token))));
  }

  @Serves(confirmNoticeTarget)
  confirm(@Query('token') token: unknown, @Res() response: HttpResponse) {
    return answer(response, async () => donePage('confirm', await this.links.use('confirm', textOf(token))));
  }

  @Serves(unsubscribeNoticeTarget)
  unsubscribe(@Query('token') token: unknown, @Res() response: HttpResponse) {
    return answer(response, async () => donePage('unsubscribe', await this.links.use('unsubscribe', textOf(token))));
  }
}

const textOf = (token: unknown) => (typeof token === 'string' ? token.slice(0, 200) : '');

async function answer(response: HttpResponse, page: () => Promise<string>): Promise<void> {
  try {
    response.type('html').send(await page());
  } catch (error) {
    if (!AppError.is(error)) throw error;
    response.status(error.httpStatus).type('html').send(faultPage(error.sentence));
  }
}

import { Injectable } from '@nestjs/common';
import { limits } from '@polylogue/api-contract';
import type { listNotices, markNoticesRead, Notice, setNoticePreferences, ValidBodyOf } from '@polylogue/api-contract';
import { noticeKind } from '@polylogue/proto';
import type { z } from 'zod';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { toKinds, toNotice } from './notices.mapper.js';

/** The notices of the caller. */
@Injectable()
export class NoticesService {
  constructor(@InjectClient('notices') private readonly notices: ClientOf<'notices'>) {}

  async list({ before = '', limit }: z.output<NonNullable<typeof listNotices.query>>) {
    const found = await this.notices.listNotices({ beforeId: before, limit, withHidden: false });
    return { ...found, notices: found.notices.map(toNotice) };
  }

  markRead({ ids, upTo }: ValidBodyOf<typeof markNoticesRead>) {
    return this.notices.markNoticesRead({ ids, upToId: upTo });
  }

  async preferences() {
    return { inApp: toKinds((await this.notices.getNoticePreferences({})).inApp) };
  }

  async choose({ inApp }: ValidBodyOf<typeof setNoticePreferences>) {
    const preferences = { inApp: inApp.map(noticeKind.fromWord) };
    return { inApp: toKinds((await this.notices.setNoticePreferences({ preferences })).inApp) };
  }

  /** All that are kept, also those that the product does not show. */
  async *all(): AsyncGenerator<Notice> {
    for (let beforeId = '', isMore = true; isMore;) {
      const page = { beforeId, limit: limits.noticesPage, withHidden: true };
      const { notices, hasMore } = await this.notices.listNotices(page);
      for (const each of notices) yield toNotice(each);
      [beforeId, isMore] = [notices.at(-1)?.id ?? '', hasMore && notices.length > 0];
    }
  }
}

import { Controller } from '@nestjs/common';
import {
  getNoticePreferences,
  listNotices,
  markNoticesRead,
  setNoticePreferences,
  type ValidBodyOf,
} from '@polylogue/api-contract';
import type { z } from 'zod';
import { ValidBody, ValidQuery } from '../http/input.js';
import { Serves } from '../http/serves.js';
import { NoticesService } from './notices.service.js';

@Controller()
export class NoticesController {
  constructor(private readonly notices: NoticesService) {}

  @Serves(listNotices)
  list(@ValidQuery() query: z.output<NonNullable<typeof listNotices.query>>) {
    return this.notices.list(query);
  }

  @Serves(markNoticesRead)
  markRead(@ValidBody() body: ValidBodyOf<typeof markNoticesRead>) {
    return this.notices.markRead(body);
  }

  @Serves(getNoticePreferences)
  preferences() {
    return this.notices.preferences();
  }

  @Serves(setNoticePreferences)
  choose(@ValidBody() body: ValidBodyOf<typeof setNoticePreferences>) {
    return this.notices.choose(body);
  }
}

import { Controller } from '@nestjs/common';
import { clearAnnouncement, getAnnouncement, setAnnouncement, type ValidBodyOf } from '@polylogue/api-contract';
import { ValidBody } from '../http/input.js';
import { Serves } from '../http/serves.js';
import { AnnouncementsService } from './announcements.service.js';

@Controller()
export class AnnouncementsController {
  constructor(private readonly announcements: AnnouncementsService) {}

  @Serves(getAnnouncement)
  async current() {
    return { announcement: (await this.announcements.current()) ?? null };
  }

  @Serves(setAnnouncement)
  set(@ValidBody() wanted: ValidBodyOf<typeof setAnnouncement>) {
    return this.announcements.set(wanted);
  }

  @Serves(clearAnnouncement)
  clear() {
    return this.announcements.clear();
  }
}

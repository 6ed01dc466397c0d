import { Inject, Injectable } from '@nestjs/common';
import type { Announcement, setAnnouncement, ValidBodyOf } from '@polylogue/api-contract';
import { CallerSigner, isWithin, LOGGER, type Logger } from '@polylogue/service-kit';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { Clock } from '../clock.js';
import { toAnnouncement, toRequest } from './announcement.mapper.js';

/** Every page that opens needs it; admin is called at most this often, and not waited for longer than that. */
const freshMs = 2_000;
const deadlineMs = 1_000;

/** The sentence that is shown to every user. While admin is away, the last one known. */
@Injectable()
export class AnnouncementsService {
  #known: Announcement | undefined;
  #requestedAt = -Infinity;
  #pending: Promise<void> | undefined;

  constructor(
    @InjectClient('announcements') private readonly announcements: ClientOf<'announcements'>,
    private readonly signer: CallerSigner,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async current(): Promise<Announcement | undefined> {
    if (!isWithin(this.#requestedAt, this.clock.now(), freshMs)) {
      this.#pending ??= this.#load().finally(() => (this.#pending = undefined));
    }
    await this.#pending;
    const known = this.#known;
    return known?.endsAt && Date.parse(known.endsAt) <= this.clock.now() ? undefined : known;
  }

  /** The next question goes to admin: it is known to have changed. */
  forget(): void {
    this.#requestedAt = -Infinity;
    this.#pending = undefined;
  }

  async set(wanted: ValidBodyOf<typeof setAnnouncement>): Promise<Announcement> {
    const made = toAnnouncement(await this.announcements.setAnnouncement(toRequest(wanted)));
    this.forget();
    return made;
  }

  async clear(): Promise<void> {
    await this.announcements.clearAnnouncement({});
    this.forget();
  }

  async #load(): Promise<void> {
    const requestedAt = this.clock.now();
    this.#requestedAt = requestedAt;
    try {
      const callerToken = this.signer.asService();
      const { announcement } = await this.announcements.getAnnouncement({}, { callerToken, deadlineMs });
      this.#known = announcement && toAnnouncement(announcement);
    } catch (error) {
      this.logger.warn({ err: error }, 'announcements unavailable: admin did not answer');
    }
  }
}

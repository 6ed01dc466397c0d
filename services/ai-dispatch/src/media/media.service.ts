import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  Database,
  isCancelled,
  isDatabaseAway,
  LOGGER,
  type Caller,
  type Logger,
  type Transaction,
} from '@polylogue/service-kit';
import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import { ProviderError } from '../providers/provider.errors.js';
import { MediaStore } from './media-store.js';
import { mediaTypeOf, nameOf } from './media-type.rules.js';
import type { KeptMedia, NewMedia } from './media.entity.js';
import { mediaNotFound, noSuchPart, storeAway } from './media.errors.js';
import { MediaRepository } from './media.repository.js';

const pieceBytes = 64 * 1024;
const retryMs = [250, 1_000, 3_000, 8_000];
const idShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Keeps what services make, and reads it to its owner. */
@Injectable()
export class MediaService {
  constructor(
    private readonly repository: MediaRepository,
    private readonly store: MediaStore,
    private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Throws a ProviderError when it is not what it should be, or cannot be kept. */
  async keep(made: NewMedia): Promise<KeptMedia> {
    const { kind, bytes, prompt, aiService, callId } = made;
    const found = await mediaTypeOf(kind, bytes);
    if (!found) throw new ProviderError('notMedia');
    const { type, extension } = found;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const media = { id: uuid(), type, name: nameOf(prompt, aiService, extension), size: bytes.length, sha256 };
    try {
      await this.persist((tx) => this.repository.announce(tx, media.id));
      await this.store.write(media.id, bytes, type);
      if (await this.persist((tx) => this.repository.insert(tx, media, made))) return media;
    } catch (error) {
      this.logger.error({ err: error, callId }, 'what a service made could not be kept');
    }
    throw new ProviderError('notKept');
  }

  /** It has cost money already: a database that is away for a moment is waited for. */
  private async persist<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    for (const pause of retryMs) {
      try {
        return await this.database.asWorker(work);
      } catch (error) {
        if (!isDatabaseAway(error) && !isCancelled(error)) throw error;
        this.logger.warn({ err: error }, 'a medium waits for the database');
      }
      await sleep(pause);
    }
    return this.database.asWorker(work);
  }

  /** Media whose reply broke off are removed at once. */
  async drop(userId: string, ids: readonly string[]): Promise<void> {
    await this.database.asWorker((tx) => this.repository.delete(tx, userId, ids));
  }

  async find({ userId }: Caller, id: string): Promise<KeptMedia> {
    const found = idShape.test(id)
      ? await this.database.asUser(userId, (tx) => this.repository.find(tx, userId, id))
      : undefined;
    if (!found) throw mediaNotFound();
    return found;
  }

  /** The bytes in pieces that fit a message each. */
  async *read(caller: Caller, id: string, part: { from: number; length: number }, signal: AbortSignal) {
    const { size } = await this.find(caller, id);
    const length = part.length === 0 ? size - part.from : part.length;
    if (part.from < 0 || length < 0 || part.from + length > size) throw noSuchPart();
    if (length === 0) return;
    let missing = length;
    try {
      for await (const bytes of this.store.read(id, part.from, length, signal)) {
        for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
        missing -= bytes.length;
      }
    } catch (error) {
      throw signal.aborted ? error : storeAway(error);
    }
    if (missing !== 0) throw storeAway(new Error(`${missing} bytes of a medium are missing.`));
  }
}

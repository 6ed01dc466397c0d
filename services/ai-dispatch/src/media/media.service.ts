import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { isUuid } from '@polylogue/proto';
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
import type { AttachedPicture, KeptMedia, MediaOrigin, NewMedia } from './media.entity.js';
import { mediaNotFound, noSuchPart, notKept, storeAway } from './media.errors.js';
import { MediaRepository } from './media.repository.js';

const pieceBytes = 64 * 1024;
const retryMs = [250, 1_000, 3_000, 8_000];
/** A picture is a megabyte at most. */
const loadMs = 15_000;

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
    try {
      const kept = await this.write({ type, name: nameOf(prompt, aiService, extension), bytes }, made);
      if (kept) return kept;
    } catch (error) {
      this.logger.error({ err: error, callId }, 'storing a generated medium failed');
    }
    throw new ProviderError('notKept');
  }

  /** Keeps what a user attached, for a day; a message that comes with it keeps it for longer. */
  async keepAttached({ userId, ...picture }: AttachedPicture): Promise<KeptMedia> {
    try {
      const kept = await this.write(picture, { userId });
      if (kept) return kept;
    } catch (error) {
      this.logger.error({ err: error }, 'storing an attached picture failed');
    }
    throw notKept();
  }

  /** Undefined when the bytes were given up meanwhile. */
  private async write(
    { bytes, ...named }: Omit<AttachedPicture, 'userId' | 'type'> & { type: string },
    from: MediaOrigin,
  ) {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const media = { id: uuid(), ...named, size: bytes.length, sha256 };
    await this.persist((tx) => this.repository.announce(tx, media.id));
    await this.store.write(media.id, bytes, media.type);
    return (await this.persist((tx) => this.repository.insert(tx, media, from))) ? media : undefined;
  }

  /** It has cost money already: a database that is away for a moment is waited for. */
  private async persist<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    for (const pause of retryMs) {
      try {
        return await this.database.asWorker(work);
      } catch (error) {
        if (!isDatabaseAway(error) && !isCancelled(error)) throw error;
        this.logger.warn({ err: error }, 'storing a medium failed; retrying until the database is back');
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
    const found = isUuid(id)
      ? await this.database.asUser(userId, (tx) => this.repository.find(tx, userId, id))
      : undefined;
    if (!found) throw mediaNotFound();
    return found;
  }

  /** All bytes of a picture, within a time of its own: several calls may wait for it. Throws `not_found` for what is not the caller's. */
  async load(caller: Caller, id: string): Promise<{ type: string; bytes: Buffer }> {
    const { type } = await this.find(caller, id);
    const limit = AbortSignal.timeout(loadMs);
    const pieces: Uint8Array[] = [];
    try {
      for await (const piece of this.read(caller, id, { from: 0, length: 0 }, limit)) pieces.push(piece);
    } catch (error) {
      throw limit.aborted ? storeAway(error) : error;
    }
    return { type, bytes: Buffer.concat(pieces) };
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

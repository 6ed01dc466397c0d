import { Injectable } from '@nestjs/common';
import { AppError, type Caller } from '@polylogue/service-kit';
import { LRUCache } from 'lru-cache';
import type { Picture } from '@polylogue/proto';
import type { AiServiceEntry } from '../catalog/ai-service.entity.js';
import { MediaService } from '../media/media.service.js';
import type { PictureBytes, ThreadMessage } from '../providers/provider.js';
import { seesPictures } from '../providers/sees.rules.js';
import { isWithoutPictures, showPictures, withNotes, type AskedMessage } from './shown-pictures.rules.js';

/** The pictures of a thread, read for the services that see. */
@Injectable()
export class PicturesService {
  /** All services of a broadcast need the same ones at the same time. */
  readonly #read = new LRUCache<string, PictureBytes, { caller: Caller; id: string }>({
    maxSize: 32 * 1024 * 1024,
    sizeCalculation: ({ bytes }) => bytes.length,
    ttl: 60_000,
    // Calls wait for it: what is thrown out of here while it is read is read to its end.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context: { caller, id } }) => this.media.load(caller, id),
  });

  constructor(private readonly media: MediaService) {}

  /** The thread as this service is given it; at once where it has no pictures. */
  show(
    caller: Caller,
    entry: AiServiceEntry,
    thread: readonly AskedMessage[],
  ): readonly ThreadMessage[] | Promise<ThreadMessage[]> {
    if (isWithoutPictures(thread)) return thread;
    const shown = showPictures(thread, seesPictures(entry));
    return Promise.all(shown.map((message) => this.#load(caller, message)));
  }

  async #load(caller: Caller, { pictures = [], ...message }: AskedMessage): Promise<ThreadMessage> {
    if (pictures.length === 0) return message;
    const read = await Promise.all(
      pictures.map(async (picture) => ({ picture, bytes: await this.#find(caller, picture) })),
    );
    const gone = read.filter(({ bytes }) => !bytes).map(({ picture }) => picture);
    return { ...withNotes(message, gone, 'gone'), pictures: read.flatMap(({ bytes }) => bytes ?? []) };
  }

  async #find(caller: Caller, { mediaId }: Picture): Promise<PictureBytes | undefined> {
    try {
      return await this.#read.fetch(`${caller.userId}/${mediaId}`, { context: { caller, id: mediaId } });
    } catch (error) {
      if (AppError.is(error) && error.kind === 'not_found') return undefined;
      throw error;
    }
  }
}

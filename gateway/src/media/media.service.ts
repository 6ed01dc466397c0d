import { Injectable } from '@nestjs/common';
import { AppError } from '@polylogue/service-kit';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { sendPieces, startingWith } from '../http/send-pieces.js';
import type { Part } from './range.rules.js';
import type { HttpResponse } from '../http/http-messages.js';

/** Reads media from ai-dispatch, which answers their owner only. */
@Injectable()
export class MediaService {
  constructor(@InjectClient('media') private readonly client: ClientOf<'media'>) {}

  async find(id: string) {
    const { media, sha256 } = await this.client.getMedia({ id });
    if (!media) throw new AppError('not_found', 'media_not_found', 'There is nothing here.');
    const { name, type, size } = media;
    return { name, type, size, tag: `"${sha256}"` };
  }

  /** A fault before the first bytes is an ordinary error answer; one after them cuts the line. */
  async send(response: HttpResponse, id: string, { from, length }: Part, signal: AbortSignal): Promise<void> {
    const chunks = this.client.readMedia({ id, from, length }, { signal })[Symbol.asyncIterator]();
    let first: Awaited<ReturnType<typeof chunks.next>>;
    try {
      first = await chunks.next();
    } catch (error) {
      if (signal.aborted) return void response.destroy();
      for (const header of response.getHeaderNames()) if (own.has(header)) response.removeHeader(header);
      throw error;
    }
    await sendPieces(response, bytesOf(startingWith(first, chunks)));
  }
}

async function* bytesOf(chunks: AsyncIterable<{ bytes: Uint8Array }>): AsyncGenerator<Uint8Array> {
  for await (const { bytes } of chunks) yield bytes;
}

// What would be wrong on the error that is answered instead.
const own = new Set([
  'content-length',
  'content-range',
  'content-disposition',
  'content-type',
  'etag',
  'accept-ranges',
]);

import { once } from 'node:events';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { AppError } from '@polylogue/service-kit';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import type { Part } from './range.rules.js';

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

  /** Never faster than the reader reads. What breaks midway cuts the line: half a file is never taken for the whole. */
  async send(response: Response, id: string, { from, length }: Part, signal: AbortSignal): Promise<void> {
    try {
      for await (const { bytes } of this.client.readMedia({ id, from, length }, { signal })) {
        if (!response.write(bytes)) await once(response, 'drain', { signal });
      }
      response.end();
    } catch (error) {
      if (response.headersSent || signal.aborted) return void response.destroy();
      for (const header of response.getHeaderNames()) if (own.has(header)) response.removeHeader(header);
      throw error;
    }
  }
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

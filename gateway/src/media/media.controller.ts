import { Controller, Req, Res } from '@nestjs/common';
import { getMedia } from '@polylogue/api-contract';
import { goneSignal } from '../http/gone-signal.js';
import { PathId, ValidQuery } from '../http/input.js';
import { Serves } from '../http/serves.js';
import { UserCalls } from '../throttling/user-calls.service.js';
import { headersOf, nameHeader } from './media-headers.rules.js';
import { MediaService } from './media.service.js';
import { hasTag, partOf } from './range.rules.js';
import type { HttpRequest, HttpResponse } from '../http/http-messages.js';

@Controller()
export class MediaController {
  constructor(
    private readonly media: MediaService,
    private readonly calls: UserCalls,
  ) {}

  @Serves(getMedia)
  async get(
    @PathId() id: string,
    @ValidQuery() { download }: { download?: string },
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ) {
    const { name, type, size, tag } = await this.media.find(id);
    response.set(headersOf(type, tag));
    response.set('Content-Disposition', nameHeader(name, download === 'true'));
    const { range, 'if-range': ifRange, 'if-none-match': known } = request.headers;
    if (hasTag(known, tag)) return void response.status(304).end();
    const part = ifRange === undefined || ifRange === tag ? partOf(range, size) : undefined;
    if (part === 'outside') return void response.status(416).set('Content-Range', `bytes */${size}`).end();
    const { from, length } = part ?? { from: 0, length: size };
    if (part) response.status(206).set('Content-Range', `bytes ${from}-${from + length - 1}/${size}`);
    response.set('Content-Length', String(length));
    if (request.method === 'HEAD' || length === 0) return void response.end();
    // A film that is paused is read no further.
    this.calls.leave(response);
    await this.media.send(response, id, { from, length }, goneSignal(response));
  }
}

import { Controller, Req, Res } from '@nestjs/common';
import { getLiveEvents } from '@polylogue/api-contract';
import { AppError, Drain } from '@polylogue/service-kit';
import { OpenStreams } from '../auth/open-streams.js';
import { Serves } from '../http/serves.js';
import { SseWriter } from '../http/sse-writer.js';
import { toSessionHint } from './live.mapper.js';
import { LiveService } from './live.service.js';
import type { HttpRequest, HttpResponse } from '../http/http-messages.js';

@Controller()
export class LiveController {
  constructor(
    private readonly live: LiveService,
    private readonly streams: OpenStreams,
    private readonly drain: Drain,
  ) {}

  @Serves(getLiveEvents)
  async events(@Req() request: HttpRequest, @Res() response: HttpResponse) {
    const { userId, signal } = this.streams.enter(request, response, getLiveEvents.access);
    const writer = new SseWriter(response);
    writer.open();
    // Who only watches is no reason to wait when the server stops: the page connects again, elsewhere.
    const until = AbortSignal.any([signal, this.drain.signal]);
    for await (const hint of this.live.hintsFor(userId, until)) await writer.send(hint);
    const last = AppError.is(signal.reason) ? toSessionHint(signal.reason.code) : undefined;
    if (last) await writer.send(last);
    writer.end();
  }
}

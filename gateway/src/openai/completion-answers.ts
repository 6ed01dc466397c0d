import { Inject, Injectable } from '@nestjs/common';
import type { ChatCompletionBody } from '@polylogue/api-contract';
import type { Reply } from '@polylogue/proto';
import { CONFIG } from '@polylogue/service-kit';
import { Clock } from '../clock.js';
import type { GatewayConfig } from '../config.js';
import type { CompletionEvent as Event, CompletionSource } from './completion-source.js';
import { toJsonContent } from './completion-json.js';
import * as shapes from './completion.mapper.js';
import { DataWriter } from './data-writer.js';
import { OpenAiErrorFilter, shouldRetry } from './openai-error.filter.js';
import { RepliesInOrder } from './replies-in-order.js';
import type { HttpRequest, HttpResponse } from '../http/http-messages.js';

/** A call that is being answered. */
export interface Call {
  body: ChatCompletionBody;
  source: CompletionSource;
  request: HttpRequest;
  response: HttpResponse;
  /** Aborts when the caller goes or may not read any more. */
  signal: AbortSignal;
}

/** The two forms of a completion: whole, or in chunks as the services reply. */
@Injectable()
export class CompletionAnswers {
  constructor(
    private readonly errors: OpenAiErrorFilter,
    @Inject(CONFIG) private readonly config: GatewayConfig,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  async answer(call: Call): Promise<void> {
    const events = call.source.events(call.signal);
    // What is refused is refused before the answer is begun.
    const first = await events.next();
    if (first.done || first.value.$case !== 'accepted')
      throw new Error('What a model answers does not begin with its id.');
    const head = this.#headOf(call, first.value.accepted.broadcastId);
    for (const [name, value] of Object.entries(head.headers)) call.response.setHeader(name, value);
    // OpenAI's own library tries again what failed: here that would be another message, stored and paid anew.
    call.response.setHeader(shouldRetry, 'false');
    await (call.body.stream ? this.#stream(call, head, events) : this.#whole(call, head, events));
  }

  async #whole({ body, source, response }: Call, head: shapes.CompletionHead, events: AsyncIterable<Event>) {
    const texts = new RepliesInOrder(source.authors);
    let text = '';
    let replies: readonly Reply[] = [];
    for await (const event of events) {
      if (event.$case === 'reply') text += texts.addReply(event.reply);
      if (event.$case === 'done') replies = event.done.replies;
    }
    shapes.mustHaveReply(replies);
    const content = toJsonContent(body.response_format, source.authors, replies) ?? text;
    response.json(shapes.toCompletion(head, content, replies));
  }

  async #stream(call: Call, head: shapes.CompletionHead, events: AsyncIterable<Event>): Promise<void> {
    const writer = new DataWriter(call.response, call.signal);
    try {
      await writer.send(shapes.toFirstChunk(head));
      await this.#writeChunks(call, head, events, writer);
      await writer.done();
    } catch (error) {
      if (call.response.destroyed) return;
      await writer.send(this.errors.dataOf(error));
      writer.end();
    }
  }

  async #writeChunks(
    { body, source }: Call,
    head: shapes.CompletionHead,
    events: AsyncIterable<Event>,
    to: DataWriter,
  ) {
    const texts = new RepliesInOrder(source.authors);
    for await (const event of events) {
      const text = textOf(event, texts);
      if (text) await to.send(shapes.toChunk(head, { content: text }));
      if (event.$case !== 'done') continue;
      const { replies } = event.done;
      shapes.mustHaveReply(replies);
      await to.send(shapes.toChunk(head, {}, shapes.finishReasonOf(replies)));
      if (body.stream_options?.include_usage) await to.send(shapes.toUsageChunk(head, replies));
    }
  }

  #headOf({ body, source, request }: Call, id: string): shapes.CompletionHead {
    const origin = (this.config.PUBLIC_URL ?? `${request.protocol}://${request.host}`).replace(/\/$/, '');
    return { id, model: body.model, created: Math.floor(this.clock.now() / 1000), ...source.placeOf(id, origin) };
  }
}

function textOf(event: Event, texts: RepliesInOrder): string {
  if (event.$case === 'delta') return texts.addDelta(event.delta.aiService, event.delta.text);
  return event.$case === 'reply' ? texts.addReply(event.reply) : '';
}

import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { ChatCompletionBody } from '@polylogue/api-contract';
import type { BroadcastEvent, Reply } from '@polylogue/proto';
import { CONFIG } from '@polylogue/service-kit';
import { Clock } from '../clock.js';
import type { GatewayConfig } from '../config.js';
import { ChatCompletionsService, type Question } from './chat-completions.service.js';
import * as shapes from './completion.mapper.js';
import { DataWriter } from './data-writer.js';
import { OpenAiErrorFilter } from './openai-error.filter.js';
import { RepliesInOrder } from './replies-in-order.js';

/** A call that is being answered. */
export interface Call {
  body: ChatCompletionBody;
  question: Question;
  request: Request;
  response: Response;
  /** Aborts when the caller goes or may not read any more. */
  signal: AbortSignal;
}

type Event = NonNullable<BroadcastEvent['event']>;

/** The two forms of a completion: whole, or in chunks as the services reply. */
@Injectable()
export class CompletionAnswers {
  constructor(
    private readonly completions: ChatCompletionsService,
    private readonly errors: OpenAiErrorFilter,
    @Inject(CONFIG) private readonly config: GatewayConfig,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  async answer(call: Call): Promise<void> {
    const events = this.completions.ask(call.question, call.signal);
    // What is refused is refused before the answer is begun.
    const first = await events.next();
    if (first.done || first.value.$case !== 'accepted') throw new Error('A broadcast does not begin with its id.');
    const head = this.#headOf(call, first.value.accepted.broadcastId);
    call.response.setHeader('X-Polylogue-Comparison', head.address);
    call.response.setHeader('X-Polylogue-Broadcast', head.broadcastId);
    await (call.body.stream ? this.#stream(call, head, events) : this.#whole(call, head, events));
  }

  async #whole({ body, question, response }: Call, head: shapes.CompletionHead, events: AsyncIterable<Event>) {
    const texts = new RepliesInOrder(question.services);
    let text = '';
    let replies: readonly Reply[] = [];
    for await (const event of events) {
      if (event.$case === 'reply') text += texts.addReply(event.reply);
      if (event.$case === 'done') replies = event.done.replies;
    }
    shapes.mustHaveReply(replies);
    const isJson = body.response_format?.type === 'json_object';
    const content = isJson ? shapes.toJsonContent(question.services, replies) : text;
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
    { body, question }: Call,
    head: shapes.CompletionHead,
    events: AsyncIterable<Event>,
    to: DataWriter,
  ) {
    const texts = new RepliesInOrder(question.services);
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

  // A comparison that begins with a broadcast has its id.
  #headOf({ body, request }: Call, broadcastId: string): shapes.CompletionHead {
    const origin = this.config.PUBLIC_URL ?? `${request.protocol}://${request.host}`;
    const address = `${origin.replace(/\/$/, '')}/history/${broadcastId}`;
    return { broadcastId, model: body.model, created: Math.floor(this.clock.now() / 1000), address };
  }
}

function textOf(event: Event, texts: RepliesInOrder): string {
  if (event.$case === 'delta') return texts.addDelta(event.delta.aiService, event.delta.text);
  return event.$case === 'reply' ? texts.addReply(event.reply) : '';
}

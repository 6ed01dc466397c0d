import { Injectable } from '@nestjs/common';
import { createChatCompletion, mergedModel, type ChatCompletionBody, type KeyScope } from '@polylogue/api-contract';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { CatalogService } from '../ai-services/catalog.service.js';
import { AllowanceService, unknownService } from '../allowance/allowance.service.js';
import { isLimitedToServices } from '../key-access/key-services.rules.js';
import { ChatCompletionsService, type Question } from './chat-completions.service.js';
import {
  continuedComparison,
  modelsOf,
  mustSayNothing,
  savedQueryOf,
  servicesOf,
  servicesWithThread,
  settingsOf,
  textOf,
  threadOf,
} from './chat-request.rules.js';
import type { CompletionPlace, CompletionSource } from './completion-source.js';
import { mergedAuthor, MergedCompletions } from './merged-completions.service.js';
import { SavedCompletions } from './saved-completions.service.js';

/** The models there are, and what each answers with. */
@Injectable()
export class CompletionModels {
  constructor(
    @InjectClient('comparisons') private readonly comparisons: ClientOf<'comparisons'>,
    private readonly catalog: CatalogService,
    private readonly allowance: AllowanceService,
    private readonly completions: ChatCompletionsService,
    private readonly merged: MergedCompletions,
    private readonly saved: SavedCompletions,
  ) {}

  async list(scopes: readonly KeyScope[]): Promise<{ id: string; name?: string }[]> {
    const [services, saved] = await Promise.all([this.catalog.list(), this.saved.models(scopes)]);
    return [...modelsOf(services).map((id) => ({ id })), ...saved];
  }

  /** Checks everything that can be refused, so that an answer begins only with something to say. */
  async sourceOf(body: ChatCompletionBody, scopes: readonly KeyScope[]): Promise<CompletionSource> {
    const savedQuery = savedQueryOf(body.model);
    if (savedQuery === undefined) return this.#comparison(body);
    mustSayNothing(body);
    return this.saved.sourceOf(savedQuery, scopes);
  }

  async #comparison(body: ChatCompletionBody): Promise<CompletionSource> {
    const question = await this.#questionOf(body);
    if (body.model === mergedModel) return this.#merged(body, question);
    await this.#take(body, question);
    const { services, comparisonId } = question;
    return {
      authors: services,
      events: (signal) => this.completions.ask(question, signal),
      placeOf: placeIn(comparisonId),
    };
  }

  /** Any service merges; by a key that is limited to some, one of these. */
  async #merged(body: ChatCompletionBody, question: Question): Promise<CompletionSource> {
    const summarizer = isLimitedToServices() ? question.services[0]?.name : undefined;
    await this.#take(body, question, [summarizer ?? unknownService]);
    return {
      authors: [mergedAuthor],
      events: (signal) => this.merged.ask(question, summarizer, signal),
      placeOf: placeIn(question.comparisonId),
    };
  }

  async #questionOf(body: ChatCompletionBody): Promise<Question> {
    const services = servicesOf(body.model, await this.catalog.list());
    const question = { ...threadOf(body.messages), services, settings: settingsOf(body) };
    const comparisonId = continuedComparison(body);
    if (comparisonId === undefined) return question;
    const { conversations } = await this.comparisons.getComparison({ id: comparisonId });
    const threads = conversations.map(({ aiService }) => aiService);
    return { ...question, services: servicesWithThread(body.model, services, threads), comparisonId };
  }

  async #take({ messages }: ChatCompletionBody, { services }: Question, more: readonly string[] = []): Promise<void> {
    const names = [...services.map(({ name }) => name), ...more];
    await this.allowance.take(createChatCompletion, undefined, names, messages.map(textOf).join(''));
  }
}

// A comparison that begins with a broadcast has its id.
const placeIn =
  (comparisonId: string | undefined) =>
  (broadcastId: string, origin: string): CompletionPlace => {
    const address = `${origin}/history/${comparisonId ?? broadcastId}`;
    return {
      headers: { 'X-Polylogue-Comparison': address, 'X-Polylogue-Broadcast': broadcastId },
      metadata: { comparison: address, broadcast_id: broadcastId },
    };
  };

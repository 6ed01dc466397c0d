import { Injectable } from '@nestjs/common';
import { createChatCompletion, type ChatCompletionBody, type KeyScope } from '@polylogue/api-contract';
import { CatalogService } from '../ai-services/catalog.service.js';
import { AllowanceService } from '../allowance/allowance.service.js';
import { ChatCompletionsService } from './chat-completions.service.js';
import {
  modelsOf,
  mustSayNothing,
  savedQueryOf,
  servicesOf,
  settingsOf,
  textOf,
  threadOf,
} from './chat-request.rules.js';
import type { CompletionSource } from './completion-source.js';
import { SavedCompletions } from './saved-completions.service.js';

/** The models there are, and what each answers with. */
@Injectable()
export class CompletionModels {
  constructor(
    private readonly catalog: CatalogService,
    private readonly allowance: AllowanceService,
    private readonly completions: ChatCompletionsService,
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
    const services = servicesOf(body.model, await this.catalog.list());
    const question = { ...threadOf(body.messages), services, settings: settingsOf(body) };
    const texts = body.messages.map(textOf).join('');
    const names = services.map(({ name }) => name);
    await this.allowance.take(createChatCompletion, undefined, names, texts);
    return {
      authors: services,
      events: (signal) => this.completions.ask(question, signal),
      // A comparison that begins with a broadcast has its id.
      placeOf: (broadcastId, origin) => {
        const address = `${origin}/history/${broadcastId}`;
        return {
          headers: { 'X-Polylogue-Comparison': address, 'X-Polylogue-Broadcast': broadcastId },
          metadata: { comparison: address, broadcast_id: broadcastId },
        };
      },
    };
  }
}

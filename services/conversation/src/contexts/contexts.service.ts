import { Injectable } from '@nestjs/common';
import { serviceOf, type Context, type SentRequest } from '@polylogue/proto';
import { AppError, Database, type Caller } from '@polylogue/service-kit';
import { BlindService } from '../blind/blind.service.js';
import { ProviderRequestsClient } from '../clients/provider-requests.client.js';
import { toChatMessage } from '../replies/chat-message.mapper.js';
import { ThreadsRepository } from '../replies/threads.repository.js';
import { contextNotFound, requestNotAvailable } from './contexts.errors.js';

/** What a service was sent for a reply. */
@Injectable()
export class ContextsService {
  constructor(
    private readonly threads: ThreadsRepository,
    private readonly database: Database,
    private readonly requests: ProviderRequestsClient,
    private readonly blind: BlindService,
  ) {}

  /** The service of a reply, and the exact messages it was sent. */
  async get(caller: Caller, messageId: string): Promise<Context> {
    const { aiService, thread, generation } = await this.find(caller, messageId);
    const { systemPrompt } = generation?.settings ?? {};
    const system = systemPrompt === undefined ? [] : [{ role: 'system' as const, content: systemPrompt }];
    return { messageId, aiService, messages: [...system, ...thread].map(toChatMessage) };
  }

  /** The HTTP request for a reply, made again with the model and the settings of that time. */
  async getRequest(caller: Caller, messageId: string): Promise<SentRequest> {
    const { aiService, thread, generation } = await this.find(caller, messageId);
    await this.blind.mustBeRevealed(caller.userId, [messageId]);
    const { model, settings, sentBody, displayName = aiService } = generation ?? {};
    try {
      const messages = thread.map(toChatMessage);
      const request = await this.requests.rebuild({
        aiService: serviceOf(aiService),
        model,
        messages,
        temperature: settings?.temperature,
        settings,
      });
      return { messageId, aiService, request, isAsSent: sentBody && sentBody.sha256 === request.digest?.sha256 };
    } catch (error) {
      if (AppError.is(error) && error.kind === 'not_found') throw requestNotAvailable(displayName);
      throw error;
    }
  }

  private async find({ userId }: Caller, messageId: string) {
    const found = await this.database.asUser(userId, (tx) => this.threads.find(tx, userId, messageId));
    if (!found) throw contextNotFound();
    return found;
  }
}

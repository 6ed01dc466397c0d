import { Injectable } from '@nestjs/common';
import {
  contractLimits,
  presetIdOf,
  serviceOf,
  type ContextSize,
  type MeasureContextsRequest,
  isUuid,
} from '@polylogue/proto';
import { Database, type Caller } from '@polylogue/service-kit';
import { AnswerPresetsService } from '../answer-presets/answer-presets.service.js';
import { conversationToContinueNotFound, presetGone, unknownServices } from '../broadcasts/broadcasts.errors.js';
import { impossibleNames } from '../broadcasts/send-message.rules.js';
import { KnownServices } from '../replies/known-services.js';
import { tooManyServices } from './contexts.errors.js';
import { ContextSizesRepository, type ThreadSize } from './context-sizes.repository.js';

/** How much services would be sent with a message. */
@Injectable()
export class ContextSizesService {
  constructor(
    private readonly sizes: ContextSizesRepository,
    private readonly presets: AnswerPresetsService,
    private readonly services: KnownServices,
    private readonly database: Database,
  ) {}

  /** Refuses the services that a message to them would be refused for. */
  async measure(
    { userId }: Caller,
    { aiServices, conversationId }: Pick<MeasureContextsRequest, 'aiServices' | 'conversationId'>,
  ): Promise<ContextSize[]> {
    if (aiServices.length > contractLimits.targets) throw tooManyServices();
    await this.#mustBeKnown(aiServices);
    const [settings, threads] = await Promise.all([
      this.presets.settingsOf(userId, aiServices, { deleted: false }),
      conversationId === undefined
        ? this.database.readAsUser(userId, (tx) => this.sizes.ofDashboard(tx, userId, aiServices))
        : this.#ofConversation(userId, aiServices, conversationId),
    ]);
    if (aiServices.some((name) => presetIdOf(name) !== undefined && !settings.has(name))) throw presetGone();
    return aiServices.map((aiService) => {
      const { systemPrompt = '', maxOutputTokens } = settings.get(aiService) ?? {};
      const thread = threads.get(aiService) ?? { bytes: 0, pictures: 0 };
      return { aiService, ...thread, bytes: thread.bytes + Buffer.byteLength(systemPrompt), maxOutputTokens };
    });
  }

  /** Every service of a message that continues it is sent the same. */
  async #ofConversation(userId: string, aiServices: readonly string[], id: string): Promise<Map<string, ThreadSize>> {
    const size = isUuid(id)
      ? await this.database.readAsUser(userId, (tx) => this.sizes.ofConversation(tx, userId, id))
      : undefined;
    if (!size) throw conversationToContinueNotFound();
    return new Map(aiServices.map((aiService) => [aiService, size]));
  }

  async #mustBeKnown(aiServices: readonly string[]): Promise<void> {
    const impossible = impossibleNames(aiServices);
    const unknown = impossible.length > 0 ? impossible : await this.services.findUnknown(aiServices.map(serviceOf));
    if (unknown.length > 0) throw unknownServices(unknown);
  }
}

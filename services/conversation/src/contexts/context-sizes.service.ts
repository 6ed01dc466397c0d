import { Injectable } from '@nestjs/common';
import {
  contractLimits,
  presetIdOf,
  serviceOf,
  type ContextSize,
  type MeasureContextsRequest,
  type MeasureContextsResponse,
  type PlannedSettings,
  isBlindName,
  isUuid,
} from '@polylogue/proto';
import { Database, type Caller } from '@polylogue/service-kit';
import { AnswerPresetsService } from '../answer-presets/answer-presets.service.js';
import { conversationToContinueNotFound, presetGone, unknownServices } from '../broadcasts/broadcasts.errors.js';
import { impossibleNames } from '../broadcasts/send-message.rules.js';
import { KnownServices } from '../replies/known-services.js';
import type { RequestedSettings } from '../replies/requested-settings.js';
import { tooManyServices } from './contexts.errors.js';
import { ContextSizesRepository, type ThreadSize } from './context-sizes.repository.js';

const noThread: ThreadSize = { bytes: 0, pictures: 0 };

/** `settings`: of a variant's preset, which come before those of its comparison. */
function sizeOf(
  aiService: string,
  { bytes, pictures }: ThreadSize,
  settings: RequestedSettings | undefined,
  ofComparison: PlannedSettings,
): ContextSize {
  const { systemPrompt, maxOutputTokens = ofComparison.maxOutputTokens } = settings ?? {};
  const webSearch = settings?.webSearch ?? ofComparison.webSearch;
  const instructions = systemPrompt === undefined ? ofComparison.systemPromptBytes : Buffer.byteLength(systemPrompt);
  return { aiService, bytes: bytes + instructions, pictures, maxOutputTokens, webSearch };
}

type SettingsOf = Pick<MeasureContextsRequest, 'aiServices' | 'conversationId' | 'settings'>;

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
  async measure({ userId }: Caller, request: SettingsOf): Promise<MeasureContextsResponse> {
    const { aiServices, conversationId } = request;
    if (aiServices.length > contractLimits.targets) throw tooManyServices();
    if (aiServices.some(isBlindName)) return { contexts: [], blindRound: await this.#ofBlindRound(userId, request) };
    await this.#mustBeKnown(aiServices);
    const [settings, threads] = await Promise.all([
      this.presets.settingsOf(userId, aiServices, { deleted: false }),
      conversationId === undefined
        ? this.database.readAsUser(userId, (tx) => this.sizes.ofDashboard(tx, userId, aiServices))
        : this.#ofConversation(userId, aiServices, conversationId),
    ]);
    const ofComparison = await this.#ofComparison(userId, request);
    if (aiServices.some((name) => presetIdOf(name) !== undefined && !settings.has(name))) throw presetGone();
    const contexts = aiServices.map((name) =>
      sizeOf(name, threads.get(name) ?? noThread, settings.get(name), ofComparison),
    );
    return { contexts, blindRound: [] };
  }

  async #ofBlindRound(userId: string, request: SettingsOf): Promise<ContextSize[]> {
    const threads = await this.database.readAsUser(userId, (tx) => this.sizes.ofBlindRound(tx, userId));
    // Revealed meanwhile: a message to its aliases is refused.
    if (threads.size === 0) return [];
    const aiServices = [...threads.keys()].toSorted();
    const settings = await this.presets.settingsOf(userId, aiServices, { deleted: true });
    const longest = {
      bytes: Math.max(...[...threads.values()].map(({ bytes }) => bytes)),
      pictures: Math.max(...[...threads.values()].map(({ pictures }) => pictures)),
    };
    const ofComparison = await this.#ofComparison(userId, request);
    return aiServices.map((name) => sizeOf(name, longest, settings.get(name), ofComparison));
  }

  /** What goes with the message to all services: as it is planned, or as it stands with the comparison. */
  async #ofComparison(userId: string, { settings, ...where }: SettingsOf): Promise<PlannedSettings> {
    if (settings) return settings;
    const kept = await this.database.readAsUser(userId, (tx) => this.sizes.settingsOf(tx, userId, where));
    const { systemPrompt = '', maxOutputTokens, webSearch } = kept ?? {};
    return { systemPromptBytes: Buffer.byteLength(systemPrompt), maxOutputTokens, webSearch };
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

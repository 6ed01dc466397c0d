import { Injectable } from '@nestjs/common';
import { blindDisplayName, isBlindName, presetIdOf, serviceOf, variantDisplayName } from '@polylogue/proto';
import { AnswerPresetsService } from '../answer-presets/answer-presets.service.js';
import { BlindService } from '../blind/blind.service.js';
import { KnownServices } from '../replies/known-services.js';
import type { RequestedSettings } from '../replies/requested-settings.js';
import type { Continues } from './broadcast-store.service.js';
import * as errors from './broadcasts.errors.js';
import type { NewBroadcast } from './broadcasts.repository.js';
import { impossibleNames, type MessageInput } from './send-message.rules.js';

/** A message whose targets are to be found. */
export interface Addressed extends Pick<NewBroadcast, 'retry'> {
  input: MessageInput;
  /** What the history of the targets begins with. */
  continues?: Continues;
  /** What is requested of services, in place of their own settings and of their presets. */
  settings?: ReadonlyMap<string, RequestedSettings>;
}

/** Whom a message goes to, and what is requested of each. */
export interface Targets {
  aiServices: readonly string[];
  settings: ReadonlyMap<string, RequestedSettings>;
  continues: Continues | undefined;
}

/** Finds the services of a message: those that are named, or those behind their aliases in a blind round. */
@Injectable()
export class TargetsService {
  constructor(
    private readonly services: KnownServices,
    private readonly presets: AnswerPresetsService,
    private readonly blind: BlindService,
  ) {}

  async find(userId: string, addressed: Addressed): Promise<Targets> {
    const { input, continues } = addressed;
    const hidden = input.isBlind
      ? await this.blind.hide(input.aiServices, serviceOf)
      : await this.#behindAliases(userId, addressed);
    const aiServices = input.isBlind ? [...hidden.keys()] : input.aiServices;
    if (input.isBlind || hidden.size === 0) await this.#mustBeKnown(userId, input.aiServices);
    else await this.#mustBeOffered(hidden);
    const settings = await this.#settingsOf(userId, addressed, aiServices, hidden);
    return { aiServices, settings, continues: input.isBlind ? { services: hidden } : continues };
  }

  async #behindAliases(userId: string, { input, continues, retry }: Addressed): Promise<ReadonlyMap<string, string>> {
    const isWithin = continues === undefined || 'comparisonId' in continues;
    if (!isWithin || !input.aiServices.some(isBlindName)) return new Map();
    if (!input.aiServices.every(isBlindName)) throw errors.onlyItsOwnServices();
    const scope = { comparisonId: continues?.comparisonId, conversationId: retry?.conversationId };
    return this.blind.findServices(userId, input.aiServices, scope);
  }

  /** The same for services behind aliases, of which no name may be told. */
  async #mustBeOffered(hidden: ReadonlyMap<string, string>): Promise<void> {
    const unknown = await this.services.findUnknown([...hidden.values()].map(serviceOf));
    const gone = [...hidden].filter(([, name]) => unknown.includes(serviceOf(name))).map(([alias]) => alias);
    if (gone.length > 0) throw errors.goneFromRound(gone.map(blindDisplayName));
  }

  async #mustBeKnown(userId: string, names: readonly string[]): Promise<void> {
    const impossible = impossibleNames(names);
    const unknown = impossible.length > 0 ? impossible : await this.services.findUnknown(names.map(serviceOf));
    if (unknown.length === 0) return;
    const gone = names.filter((name) => unknown.includes(serviceOf(name)));
    throw (await this.#noLongerOffered('unknown_ai_service', userId, gone)) ?? errors.unknownServices(unknown);
  }

  /** Names all of these as they were called; undefined where one of them is not known to have been offered. */
  async #noLongerOffered(code: Parameters<typeof errors.noLongerOffered>[0], userId: string, names: readonly string[]) {
    const variants = await this.presets.settingsOf(userId, names, { deleted: true });
    const known = names.flatMap((name) => {
      const service = this.services.displayNameOf(serviceOf(name));
      const preset = variants.get(name)?.presetName;
      if (service === undefined || (presetIdOf(name) !== undefined && preset === undefined)) return [];
      return [preset === undefined ? service : variantDisplayName(service, preset)];
    });
    return known.length > 0 && known.length === names.length ? errors.noLongerOffered(code, known) : undefined;
  }

  /** What is requested of each service, by name; of a service without a preset nothing. */
  async #settingsOf(
    userId: string,
    { retry, settings = new Map() }: Addressed,
    aiServices: readonly string[],
    hidden: ReadonlyMap<string, string>,
  ): Promise<ReadonlyMap<string, RequestedSettings>> {
    const named = aiServices.filter((name) => !settings.has(name)).map((name) => hidden.get(name) ?? name);
    // A reply can be dispatched again after its preset was deleted.
    const ofPresets = await this.presets.settingsOf(userId, named, { deleted: retry !== undefined });
    const gone = named.filter((name) => presetIdOf(name) !== undefined && !ofPresets.has(name));
    if (gone.length > 0) {
      // Of services behind aliases no name may be told.
      const fault = hidden.size === 0 && (await this.#noLongerOffered('preset_not_found', userId, gone));
      throw fault || errors.presetGone();
    }
    if (hidden.size === 0) return new Map<string, RequestedSettings>([...ofPresets, ...settings]);
    return new Map(
      aiServices.map((alias) => {
        const blindService = hidden.get(alias)!;
        return [alias, { ...(settings.get(alias) ?? ofPresets.get(blindService)), blindService }];
      }),
    );
  }
}

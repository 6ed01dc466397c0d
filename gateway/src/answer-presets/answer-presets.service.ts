import { Inject, Injectable } from '@nestjs/common';
import { limits, type AnswerPreset, type AnswerPresetFields } from '@polylogue/api-contract';
import { currentContext, isWithin } from '@polylogue/service-kit';
import { LRUCache } from 'lru-cache';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { Clock } from '../clock.js';
import { fromFields, toAnswerPreset } from './answer-presets.mapper.js';

/** A name that was changed at another gateway is shown as it was for this long. */
const namesFreshMs = 10_000;
const namesDeadlineMs = 1_500;
const usersAtOnce = 5_000;

type Names = ReadonlyMap<string, string>;

/** A preset as conversation keeps it, also once it is deleted. */
export interface KnownPreset extends AnswerPreset {
  isDeleted: boolean;
}

/** The presets of the caller, and what their variants are called. */
@Injectable()
export class AnswerPresetsService {
  readonly #names: LRUCache<string, { names: Names; at: number }>;

  constructor(
    @InjectClient('answerPresets') private readonly presets: ClientOf<'answerPresets'>,
    @Inject(Clock) private readonly clock: Clock,
  ) {
    this.#names = new LRUCache({ max: usersAtOnce });
  }

  async list(): Promise<AnswerPreset[]> {
    return (await this.presets.listAnswerPresets({ deleted: false })).presets.map(toAnswerPreset);
  }

  /** With `deleted` also those deleted, as many as one may have: over the years there is no end to them. */
  async listKnown({ deleted }: { deleted: boolean }): Promise<KnownPreset[]> {
    const { presets } = await this.presets.listAnswerPresets({ deleted });
    const gone = presets.filter(({ isDeleted }) => isDeleted);
    const older = new Set(gone.slice(0, -limits.answerPreset.count));
    return presets
      .filter((preset) => !older.has(preset))
      .map((preset) => ({ ...toAnswerPreset(preset), isDeleted: preset.isDeleted }));
  }

  async create(fields: AnswerPresetFields): Promise<AnswerPreset> {
    this.#forget();
    return toAnswerPreset(await this.presets.createAnswerPreset({ fields: fromFields(fields) }));
  }

  async change(id: string, fields: AnswerPresetFields): Promise<AnswerPreset> {
    const changed = await this.presets.changeAnswerPreset({ id, fields: fromFields(fields) });
    this.#forget();
    return toAnswerPreset(changed);
  }

  async delete(id: string): Promise<void> {
    await this.presets.deleteAnswerPreset({ id });
    this.#forget();
  }

  /** What the caller's presets are called, by id; also deleted ones. Empty while conversation does not answer. */
  async names(): Promise<Names> {
    const { userId } = currentContext() ?? {};
    if (userId === undefined) return new Map();
    const kept = this.#names.get(userId);
    if (kept && isWithin(kept.at, this.clock.now(), namesFreshMs)) return kept.names;
    const names = await this.#readNames().catch(() => kept?.names ?? new Map<string, string>());
    this.#names.set(userId, { names, at: this.clock.now() });
    return names;
  }

  async #readNames(): Promise<Names> {
    const { presets } = await this.presets.listAnswerPresets({ deleted: true }, { deadlineMs: namesDeadlineMs });
    return new Map(presets.map(({ id, fields }) => [id, fields?.name ?? '']));
  }

  #forget(): void {
    const { userId } = currentContext() ?? {};
    if (userId !== undefined) this.#names.delete(userId);
  }
}

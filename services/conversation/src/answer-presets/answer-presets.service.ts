import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { contractLimits, presetIdOf, type AnswerPresetFields } from '@polylogue/proto';
import { Database, type Caller, type Transaction } from '@polylogue/service-kit';
import type { AnswerPresetEntity, AnswerSettings } from './answer-preset.entity.js';
import * as errors from './answer-presets.errors.js';
import { AnswerPresetsRepository } from './answer-presets.repository.js';
import { issuesOfPreset, normalizedPreset, type PresetInput } from './answer-presets.rules.js';

/** How a variant answers. */
export interface VariantSettings extends AnswerSettings {
  presetName: string;
}

/** Keeps a user's presets, and knows how their variants answer. */
@Injectable()
export class AnswerPresetsService {
  constructor(
    private readonly repository: AnswerPresetsRepository,
    private readonly database: Database,
  ) {}

  list({ userId }: Caller, which: { deleted: boolean }): Promise<AnswerPresetEntity[]> {
    return this.database.readAsUser(userId, (tx) => this.repository.list(tx, userId, which));
  }

  async create({ userId }: Caller, fields: AnswerPresetFields): Promise<AnswerPresetEntity> {
    const preset = soundPreset(fields);
    const id = newId();
    return this.database.asUser(userId, async (tx) => {
      const { length } = await this.repository.list(tx, userId, { deleted: false });
      if (length >= contractLimits.answerPreset.count) throw errors.tooManyPresets(contractLimits.answerPreset.count);
      await this.repository.insert(tx, userId, id, preset);
      return this.#get(tx, userId, id);
    });
  }

  change({ userId }: Caller, id: string, fields: AnswerPresetFields): Promise<AnswerPresetEntity> {
    const preset = soundPreset(fields);
    return this.database.asUser(userId, async (tx) => {
      if (!(await this.repository.update(tx, userId, id, preset))) throw errors.presetNotFound();
      return this.#get(tx, userId, id);
    });
  }

  async delete({ userId }: Caller, id: string): Promise<void> {
    const isGone = await this.database.asUser(userId, (tx) => this.repository.delete(tx, userId, id));
    if (!isGone) throw errors.presetNotFound();
  }

  /**
   * How the variants among some services answer, by their names. One that cannot be asked any more is left out; with
   * `deleted` only one that never was there. Asks nothing where there is no variant.
   */
  async settingsOf(
    userId: string,
    names: readonly string[],
    { deleted }: { deleted: boolean },
  ): Promise<ReadonlyMap<string, VariantSettings>> {
    const variants = names.flatMap((name) => {
      const presetId = presetIdOf(name);
      return presetId === undefined ? [] : [{ name, presetId }];
    });
    if (variants.length === 0) return new Map();
    const ids = variants.map(({ presetId }) => presetId);
    const found = await this.database.readAsUser(userId, (tx) => this.repository.find(tx, userId, ids));
    const byId = new Map(found.filter(({ deletedAt }) => deleted || deletedAt === null).map((each) => [each.id, each]));
    return new Map(
      variants.flatMap(({ name, presetId }) => {
        const preset = byId.get(presetId);
        return preset ? [[name, { ...preset.settings, presetName: preset.name }] as const] : [];
      }),
    );
  }

  async #get(tx: Transaction, userId: string, id: string): Promise<AnswerPresetEntity> {
    const [preset] = await this.repository.find(tx, userId, [id]);
    return preset!;
  }
}

function soundPreset(fields: AnswerPresetFields): PresetInput {
  const preset = normalizedPreset(fields);
  const issues = issuesOfPreset(preset);
  if (issues.length > 0) throw errors.invalidPreset(issues);
  return preset;
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** Six characters: short in a variant's name, and one of a billion for each user. */
const newId = (): string => [...randomBytes(6)].map((byte) => alphabet[byte % alphabet.length]).join('');

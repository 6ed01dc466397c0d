import {
  AnswerPresetsServiceDefinition,
  type AnswerPreset,
  AnswerPresetFields,
  type ChangeAnswerPresetRequest,
  type CreateAnswerPresetRequest,
} from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import type { AnswerPresetEntity } from './answer-preset.entity.js';
import { AnswerPresetsService } from './answer-presets.service.js';

@GrpcEndpoint(AnswerPresetsServiceDefinition)
export class AnswerPresetsGrpc implements GrpcHandlers<typeof AnswerPresetsServiceDefinition> {
  constructor(private readonly presets: AnswerPresetsService) {}

  async listAnswerPresets({ deleted }: { deleted: boolean }, call: CallContext) {
    return { presets: (await this.presets.list(call.mustHaveCaller(), { deleted })).map(toProto) };
  }

  async createAnswerPreset({ fields }: CreateAnswerPresetRequest, call: CallContext) {
    return toProto(await this.presets.create(call.mustHaveCaller(), fields ?? nothing));
  }

  async changeAnswerPreset({ id, fields }: ChangeAnswerPresetRequest, call: CallContext) {
    return toProto(await this.presets.change(call.mustHaveCaller(), id, fields ?? nothing));
  }

  async deleteAnswerPreset({ id }: { id: string }, call: CallContext) {
    await this.presets.delete(call.mustHaveCaller(), id);
    return {};
  }
}

const nothing = AnswerPresetFields.fromPartial({});

const toProto = ({ id, name, settings, aiServices, updatedAt, deletedAt }: AnswerPresetEntity): AnswerPreset => ({
  id,
  fields: { name, settings: { ...settings, answerSchema: false }, aiServices },
  isDeleted: deletedAt !== null,
  updatedAt,
});

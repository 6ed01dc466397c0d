import {
  RubricsServiceDefinition,
  type PreviewRubricRequest,
  type RemoveRubricRequest,
  type SaveRubricRequest,
} from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { RubricsService } from './rubrics.service.js';

@GrpcEndpoint(RubricsServiceDefinition)
export class RubricsGrpc implements GrpcHandlers<typeof RubricsServiceDefinition> {
  constructor(private readonly rubrics: RubricsService) {}

  listRubrics(_none: object, call: CallContext) {
    return this.rubrics.list(call.mustHaveCaller());
  }

  saveRubric(request: SaveRubricRequest, call: CallContext) {
    return this.rubrics.save(call.mustHaveCaller(), request);
  }

  async removeRubric({ rubricId }: RemoveRubricRequest, call: CallContext) {
    await this.rubrics.remove(call.mustHaveCaller(), rubricId);
    return {};
  }

  previewRubric({ text }: PreviewRubricRequest, call: CallContext) {
    call.mustHaveCaller();
    return Promise.resolve(this.rubrics.preview(text));
  }
}

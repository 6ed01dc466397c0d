import {
  SavedQueriesServiceDefinition,
  type CreateSavedQueryRequest,
  type DeleteSavedQueryRequest,
  type ExecuteSavedQueryRequest,
  type ExecutionPart,
  type GetSavedQueryRequest,
  type ListExecutionsRequest,
  type ListSavedQueriesRequest,
  type PreviewScheduleRequest,
  type PreviewTextRequest,
  type UpdateSavedQueryRequest,
} from '@polylogue/proto';
import { GrpcEndpoint, usualZone, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { toExecutionPart, toResultPart } from '../executions/execution.mapper.js';
import { ExecutionsService } from './executions.service.js';
import { SavedQueriesService } from './saved-queries.service.js';
import { changeOf, fromInput, fromSchedule, toProto, toVariable } from './saved-query.mapper.js';

@GrpcEndpoint(SavedQueriesServiceDefinition)
export class SavedQueriesGrpc implements GrpcHandlers<typeof SavedQueriesServiceDefinition> {
  constructor(
    private readonly queries: SavedQueriesService,
    private readonly executions: ExecutionsService,
  ) {}

  async listSavedQueries(_request: ListSavedQueriesRequest, call: CallContext) {
    return { savedQueries: (await this.queries.list(call.mustHaveCaller())).map(toProto) };
  }

  async getSavedQuery({ id }: GetSavedQueryRequest, call: CallContext) {
    return toProto(await this.queries.get(call.mustHaveCaller(), id));
  }

  async createSavedQuery({ input, idempotencyKey }: CreateSavedQueryRequest, call: CallContext) {
    return toProto(await this.queries.create(call.mustHaveCaller(), fromInput(input), idempotencyKey));
  }

  async updateSavedQuery({ id, input, fields }: UpdateSavedQueryRequest, call: CallContext) {
    const named = { services: fields.includes('selectedAiServices'), extractor: fields.includes('watchExtractor') };
    return toProto(await this.queries.update(call.mustHaveCaller(), id, changeOf(input, fields), named));
  }

  async deleteSavedQuery({ id }: DeleteSavedQueryRequest, call: CallContext) {
    await this.queries.delete(call.mustHaveCaller(), id);
    return {};
  }

  async executeSavedQuery({ id, idempotencyKey, variables }: ExecuteSavedQueryRequest, call: CallContext) {
    return { executionId: await this.executions.execute(call.mustHaveCaller(), id, idempotencyKey, variables?.values) };
  }

  async *listExecutions(request: ListExecutionsRequest, call: CallContext): AsyncGenerator<ExecutionPart> {
    const { savedQueryId, beforeId, limit } = request;
    const page = await this.executions.list(call.mustHaveCaller(), savedQueryId, beforeId, limit);
    for (const execution of page.executions) {
      yield toExecutionPart(
        execution,
        page.reports.find(({ executionId }) => executionId === execution.id),
      );
      for (const result of page.results) if (result.executionId === execution.id) yield toResultPart(result);
    }
  }

  previewSchedule({ schedule, savedQueryId }: PreviewScheduleRequest, call: CallContext) {
    return this.queries.preview(call.mustHaveCaller(), fromSchedule(schedule), savedQueryId);
  }

  previewText(
    { savedQueryId, content, variables, values, timeZone = usualZone }: PreviewTextRequest,
    call: CallContext,
  ) {
    const text = { content, timeZone, variables: variables.map(toVariable) };
    return this.queries.previewText(call.mustHaveCaller(), savedQueryId, text, values);
  }
}

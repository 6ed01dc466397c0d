import { Controller } from '@nestjs/common';
import {
  createSavedQuery,
  deleteSavedQuery,
  executeSavedQuery,
  getSavedQuery,
  getTimeline,
  listSavedQueries,
  previewQueryText,
  previewSchedule,
  updateSavedQuery,
  type ValidBodyOf,
} from '@polylogue/api-contract';
import { IdempotencyKey } from '../http/idempotency-key.js';
import { PathNumber, ValidBody, ValidQuery } from '../http/input.js';
import { Serves } from '../http/serves.js';
import { SavedQueriesService } from './saved-queries.service.js';

@Controller()
export class SavedQueriesController {
  constructor(private readonly queries: SavedQueriesService) {}

  @Serves(listSavedQueries)
  list() {
    return this.queries.list();
  }

  @Serves(createSavedQuery)
  create(@ValidBody() body: ValidBodyOf<typeof createSavedQuery>, @IdempotencyKey() key: string | undefined) {
    return this.queries.create(body, key);
  }

  @Serves(previewSchedule)
  preview(@ValidBody() body: ValidBodyOf<typeof previewSchedule>) {
    return this.queries.preview(body);
  }

  @Serves(previewQueryText)
  previewText(@ValidBody() body: ValidBodyOf<typeof previewQueryText>) {
    return this.queries.previewText(body);
  }

  @Serves(getSavedQuery)
  details(@PathNumber() id: number, @ValidQuery() query: { executionsBefore?: number }) {
    return this.queries.details(id, query.executionsBefore);
  }

  @Serves(getTimeline)
  timeline(@PathNumber() id: number) {
    return this.queries.timeline(id);
  }

  @Serves(updateSavedQuery)
  update(@PathNumber() id: number, @ValidBody() body: ValidBodyOf<typeof updateSavedQuery>) {
    return this.queries.update(id, body);
  }

  @Serves(deleteSavedQuery)
  async delete(@PathNumber() id: number): Promise<void> {
    await this.queries.delete(id);
  }

  @Serves(executeSavedQuery)
  execute(
    @PathNumber() id: number,
    @ValidBody() { variables }: ValidBodyOf<typeof executeSavedQuery>,
    @IdempotencyKey() key: string | undefined,
  ) {
    return this.queries.execute(id, key, variables);
  }
}

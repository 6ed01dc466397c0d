import { isUuid } from '@polylogue/proto';
import { Injectable } from '@nestjs/common';
import { Database, type CallContext } from '@polylogue/service-kit';
import { PreviewsRepository, type PreviewRow } from './previews.repository.js';

@Injectable()
export class PreviewsService {
  constructor(
    private readonly repository: PreviewsRepository,
    private readonly database: Database,
  ) {}

  /** For an administrator's own session; a service that acts later for one sees nothing here. */
  async list(call: CallContext, userId: string): Promise<PreviewRow[]> {
    call.mustComeFrom('gateway');
    call.mustHaveCaller().mustBeAdmin();
    if (!isUuid(userId)) return [];
    return this.database.asWorker((tx) => this.repository.list(tx, userId));
  }
}

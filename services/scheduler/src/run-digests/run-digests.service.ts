import { Injectable } from '@nestjs/common';
import { AppError, Database } from '@polylogue/service-kit';
import { RunDigestsRepository, type RunDigestRow } from './run-digests.repository.js';

const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Runs, as notices say them. */
@Injectable()
export class RunDigestsService {
  constructor(
    private readonly database: Database,
    private readonly digests: RunDigestsRepository,
  ) {}

  async get(userId: string, executionId: number): Promise<RunDigestRow> {
    if (!uuidShape.test(userId)) throw runNotFound();
    const found = await this.database.readAsUser(userId, (tx) => this.digests.find(tx, userId, executionId));
    if (!found) throw runNotFound();
    return found;
  }
}

const runNotFound = () => new AppError('not_found', 'run_not_found', 'The requested run could not be found.');

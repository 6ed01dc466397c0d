import { Inject, Injectable } from '@nestjs/common';
import { AppError, CONFIG, Database, type Caller, type Transaction } from '@polylogue/service-kit';
import type { QualityConfig } from '../config.js';
import { StagedPartsRepository, type StagedKind } from './staged-parts.repository.js';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A part of an import on its way into the store. */
interface StagedPart {
  importId: string;
  part: number;
  /** What it holds, as protobuf. */
  body: Uint8Array;
}

/** Puts parts of imports aside, a day long and so many megabytes of one user, and reads them again when they count. */
@Injectable()
export class StagingService {
  constructor(
    private readonly parts: StagedPartsRepository,
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: QualityConfig,
  ) {}

  async stage({ userId }: Caller, kind: StagedKind, { importId, part, body }: StagedPart): Promise<void> {
    if (!uuid.test(importId) || part < 0)
      throw new AppError('invalid', 'invalid_import', 'The import has no valid id.');
    const maxMegabytes = this.config.QUALITY_IMPORT_MEGABYTES;
    await this.database.asUser(userId, async (tx) => {
      if (part === 0) await this.parts.removeOld(tx, kind, userId);
      await this.parts.stage(tx, kind, { userId, importId, part, body });
      if ((await this.parts.stagedBytes(tx, kind, userId)) > maxMegabytes * 1024 * 1024)
        throw quotaReached(kind, maxMegabytes);
    });
  }

  /** The parts of an import in their order, one in memory at a time. */
  async *partsOf(tx: Transaction, kind: StagedKind, userId: string, importId: string): AsyncGenerator<Buffer> {
    let row = await this.parts.next(tx, kind, userId, importId, -1);
    for (; row; row = await this.parts.next(tx, kind, userId, importId, row.part)) yield row.body;
  }
}

const names: Record<StagedKind, string> = {
  assessments: 'scores',
  maps: 'agreement maps',
  records: 'merged answers and settled disputes',
};

const quotaReached = (kind: StagedKind, megabytes: number) =>
  new AppError(
    'rate_limited',
    'import_quota_reached',
    `One account can import ${megabytes} MB of ${names[kind]} in 24 hours, and this file goes beyond that. Nothing was imported. Export fewer conversations at a time, or try again tomorrow.`,
    { retryAfterSeconds: 24 * 60 * 60 },
  );

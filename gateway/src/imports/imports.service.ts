import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ImportAnswer } from '@polylogue/api-contract';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { NotTheShape, PieceTooLong } from './export-pieces.rules.js';
import { ImportReading } from './import-reading.js';
import { alreadyImporting, notAnExport, pieceTooLarge } from './imports.errors.js';
import { ImportStaging } from './import-staging.js';

const commitWithinMs = 600_000;

/** Brings conversations in from an export. What was read is put aside; it counts once all of it was valid. */
@Injectable()
export class ImportsService {
  readonly #importing = new Set<string>();

  constructor(
    @InjectClient('history') private readonly history: ClientOf<'history'>,
    @InjectClient('assessments') private readonly assessments: ClientOf<'assessments'>,
    @InjectClient('agreementMaps') private readonly agreementMaps: ClientOf<'agreementMaps'>,
    @InjectClient('mapRecords') private readonly mapRecords: ClientOf<'mapRecords'>,
  ) {}

  /** One at a time of a user: several would multiply what one holds. */
  async import(userId: string, body: AsyncIterable<Buffer>, signal: AbortSignal): Promise<ImportAnswer> {
    if (this.#importing.has(userId)) throw alreadyImporting();
    this.#importing.add(userId);
    try {
      return await this.#import(body, signal);
    } finally {
      this.#importing.delete(userId);
    }
  }

  async #import(body: AsyncIterable<Buffer>, signal: AbortSignal): Promise<ImportAnswer> {
    const importId = randomUUID();
    const { history, assessments, agreementMaps, mapRecords } = this;
    const clients = { history, assessments, agreementMaps, mapRecords };
    try {
      const reading = new ImportReading(new ImportStaging(importId, clients, signal));
      for await (const chunk of body) await reading.take(chunk);
      await reading.finish();
      const done = await this.history.commitImport({ importId }, { deadlineMs: commitWithinMs, signal });
      const { notes } = reading;
      return notes.isEmpty ? done : { ...done, notes: notes.sentences };
    } catch (error) {
      await this.history.discardImport({ importId }).catch(() => undefined);
      if (error instanceof PieceTooLong) throw pieceTooLarge();
      throw error instanceof NotTheShape || error instanceof SyntaxError ? notAnExport(error) : error;
    }
  }
}

import { Readable } from 'node:stream';
import { Controller, Inject, Res } from '@nestjs/common';
import type { Response } from 'express';
import {
  exportAll,
  exportComparison,
  exportComparisons,
  exportConversation,
  exportFileName,
  type ExportFormat,
} from '@polylogue/api-contract';
import type { z } from 'zod';
import { Clock } from '../clock.js';
import type { ComparisonFilter } from '../comparisons/comparisons.mapper.js';
import { ComparisonsService } from '../comparisons/comparisons.service.js';
import type { ExportedPart } from '../conversations/exported-parts.js';
import { HistoryService } from '../conversations/history.service.js';
import { goneSignal } from '../http/gone-signal.js';
import { PathId, ValidQuery } from '../http/input.js';
import { sendPieces, startingWith } from '../http/send-pieces.js';
import { Serves } from '../http/serves.js';
import { readComparison } from './comparison-page.js';
import { ExportEvents } from './export-events.js';
import { ScoresService } from './scores.service.js';
import { isPage, pageWriters, writers } from './write-export.js';

@Controller()
export class ExportsController {
  constructor(
    private readonly history: HistoryService,
    private readonly scores: ScoresService,
    @Inject(Clock) private readonly clock: Clock,
    private readonly exported: ExportEvents,
    private readonly found: ComparisonsService,
  ) {}

  @Serves(exportConversation)
  async one(
    @PathId() id: string,
    @ValidQuery() { format }: z.output<NonNullable<(typeof exportConversation)['query']>>,
    @Res() response: Response,
  ) {
    const list = (signal: AbortSignal) => this.history.export({ id }, signal);
    await this.download(response, format, `conversation-${id}.${format}`, list);
  }

  @Serves(exportAll)
  async all(@ValidQuery() query: z.output<NonNullable<(typeof exportAll)['query']>>, @Res() response: Response) {
    const { format, ...filter } = query;
    const list = (signal: AbortSignal) => this.history.export(filter, signal);
    await this.download(response, format, exportFileName('conversations', this.today(), format), list);
  }

  @Serves(exportComparisons)
  async comparisons(
    @ValidQuery() { format, ...filter }: z.output<NonNullable<(typeof exportComparisons)['query']>>,
    @Res() response: Response,
  ) {
    const list = (signal: AbortSignal) => this.conversationsOf(filter, signal);
    await this.download(response, format, exportFileName('comparisons', this.today(), format), list);
  }

  @Serves(exportComparison)
  async comparison(
    @PathId() id: string,
    @ValidQuery() { format, layout }: z.output<NonNullable<(typeof exportComparison)['query']>>,
    @Res() response: Response,
  ) {
    const comparison = await this.found.get(id);
    const list = (signal: AbortSignal) =>
      this.history.export({ comparison: id, sort: 'createdAt', order: 'asc' }, signal);
    const fileName = `comparison-${id}.${format}`;
    if (!isPage(format)) return this.download(response, format, fileName, list);
    const gone = goneSignal(response);
    const parts = this.scores.join(list(gone), { scoresOf: 0, reason: '' }, gone);
    const page = await readComparison(comparison, parts);
    const { type, write } = pageWriters[format];
    response.setHeader('Content-Type', type);
    response.setHeader('Content-Disposition', `attachment; filename="${fileName}"`);
    const pieces = Readable.from(write(page, layout, new Date(this.clock.now())));
    if (await sendPieces(response, pieces)) {
      this.exported.publish(response.req.session.userId, format, comparison.conversations.length);
    }
  }

  /** Comparison by comparison, the conversations of each in the order in which they joined it. */
  private async *conversationsOf(filter: ComparisonFilter, signal: AbortSignal): AsyncGenerator<ExportedPart> {
    for await (const id of this.found.ids(filter)) {
      yield* this.history.export({ comparison: id, sort: 'createdAt', order: 'asc' }, signal);
    }
  }

  private today(): string {
    return new Date(this.clock.now()).toISOString().slice(0, 10);
  }

  // The first conversation is waited for before anything is sent: an error until then is an ordinary answer.
  private async download(
    response: Response,
    format: ExportFormat,
    fileName: string,
    list: (signal: AbortSignal) => AsyncIterable<ExportedPart>,
  ) {
    const gone = goneSignal(response);
    const missing = { scoresOf: 0, reason: '' };
    const parts = this.scores.join(list(gone), missing, gone);
    const first = await parts.next();
    const { type, write } = writers[format];
    response.setHeader('Content-Type', type);
    response.setHeader('Content-Disposition', `attachment; filename="${fileName}"`);
    const counted = { conversations: 0 };
    const pieces = write(counting(startingWith(first, parts), counted), new Date(this.clock.now()), missing);
    if (await sendPieces(response, pieces)) {
      this.exported.publish(response.req.session.userId, format, counted.conversations);
    }
  }
}

/** Counts the conversations that have come to their end. */
async function* counting(
  parts: AsyncIterable<ExportedPart>,
  counted: { conversations: number },
): AsyncGenerator<ExportedPart> {
  for await (const part of parts) {
    yield part;
    if (part.isLast) counted.conversations += 1;
  }
}

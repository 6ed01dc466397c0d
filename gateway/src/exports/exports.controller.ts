import { Readable } from 'node:stream';
import { Controller, Inject, Res } from '@nestjs/common';
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
import { ComparisonsService } from '../comparisons/comparisons.service.js';
import type { ExportedPart } from '../conversations/exported-parts.js';
import { HistoryService } from '../conversations/history.service.js';
import { goneSignal } from '../http/gone-signal.js';
import { PathId, ValidQuery } from '../http/input.js';
import { sendPieces, startingWith } from '../http/send-pieces.js';
import { Serves } from '../http/serves.js';
import { readComparison } from './comparison-page.js';
import { repliesOf } from './comparison-replies.js';
import { ExportEvents } from './export-events.js';
import { ScoresService } from './scores.service.js';
import { isPage, pageWriters, repliesWriter, writers, type ExportWriter } from './write-export.js';
import type { HttpResponse } from '../http/http-messages.js';

interface ExportFile<Part extends ExportedPart> extends ExportWriter<Part> {
  format: ExportFormat;
  name: string;
}

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
    @Res() response: HttpResponse,
  ) {
    const list = (signal: AbortSignal) => this.history.export({ id }, signal);
    await this.download(response, { format, name: `conversation-${id}.${format}`, ...writers[format] }, list);
  }

  @Serves(exportAll)
  async all(@ValidQuery() query: z.output<NonNullable<(typeof exportAll)['query']>>, @Res() response: HttpResponse) {
    const { format, ...filter } = query;
    const list = (signal: AbortSignal) => this.history.export(filter, signal);
    const name = exportFileName('conversations', this.today(), format);
    await this.download(response, { format, name, ...writers[format] }, list);
  }

  @Serves(exportComparisons)
  async comparisons(
    @ValidQuery() { format, ...filter }: z.output<NonNullable<(typeof exportComparisons)['query']>>,
    @Res() response: HttpResponse,
  ) {
    const name = exportFileName('comparisons', this.today(), format);
    await this.downloadComparisons(response, { format, name }, this.found.ids(filter));
  }

  @Serves(exportComparison)
  async comparison(
    @PathId() id: string,
    @ValidQuery() { format, layout }: z.output<NonNullable<(typeof exportComparison)['query']>>,
    @Res() response: HttpResponse,
  ) {
    const comparison = await this.found.get(id);
    const name = `comparison-${id}.${format}`;
    if (!isPage(format)) return this.downloadComparisons(response, { format, name }, [id]);
    const gone = goneSignal(response);
    const parts = this.scores.join(this.conversationsOf(id, gone), { scoresOf: 0, reason: '' }, gone);
    const page = await readComparison(comparison, parts);
    const { type, write } = pageWriters[format];
    response.setHeader('Content-Type', type);
    response.setHeader('Content-Disposition', `attachment; filename="${name}"`);
    const pieces = Readable.from(write(page, layout, new Date(this.clock.now())));
    if (await sendPieces(response, pieces)) {
      this.exported.publish(response.req.session.userId, format, comparison.conversations.length);
    }
  }

  /** The conversations of a comparison in the order in which they joined it. */
  private conversationsOf(id: string, signal: AbortSignal): AsyncGenerator<ExportedPart> {
    return this.history.export({ comparison: id, sort: 'createdAt', order: 'asc' }, signal);
  }

  /** As CSV the replies alone. */
  private async downloadComparisons(
    response: HttpResponse,
    file: { format: ExportFormat; name: string },
    ids: AsyncIterable<string> | readonly string[],
  ) {
    const { format } = file;
    const whole = (id: string, signal: AbortSignal) => this.conversationsOf(id, signal);
    const parts = (signal: AbortSignal) => ofEach(ids, (id) => whole(id, signal));
    if (format !== 'csv') return this.download(response, { ...file, ...writers[format] }, parts);
    const replies = (signal: AbortSignal) => ofEach(ids, (id) => repliesOf(id, () => whole(id, signal)));
    await this.download(response, { ...file, ...repliesWriter }, replies);
  }

  private today(): string {
    return new Date(this.clock.now()).toISOString().slice(0, 10);
  }

  // The first conversation is waited for before anything is sent: an error until then is an ordinary answer.
  private async download<Part extends ExportedPart>(
    response: HttpResponse,
    { format, name, type, write }: ExportFile<Part>,
    list: (signal: AbortSignal) => AsyncIterable<Part>,
  ) {
    const gone = goneSignal(response);
    const missing = { scoresOf: 0, reason: '' };
    const parts = this.scores.join(list(gone), missing, gone);
    const first = await parts.next();
    response.setHeader('Content-Type', type);
    response.setHeader('Content-Disposition', `attachment; filename="${name}"`);
    const counted = { conversations: 0 };
    const pieces = write(counting(startingWith(first, parts), counted), new Date(this.clock.now()), missing);
    if (await sendPieces(response, pieces)) {
      this.exported.publish(response.req.session.userId, format, counted.conversations);
    }
  }
}

/** Comparison by comparison. */
async function* ofEach<Part>(
  ids: AsyncIterable<string> | readonly string[],
  partsOf: (id: string) => AsyncIterable<Part>,
): AsyncGenerator<Part> {
  for await (const id of ids) yield* partsOf(id);
}

/** Counts the conversations that have come to their end. */
async function* counting<Part extends ExportedPart>(
  parts: AsyncIterable<Part>,
  counted: { conversations: number },
): AsyncGenerator<Part> {
  for await (const part of parts) {
    yield part;
    if (part.isLast) counted.conversations += 1;
  }
}

import { once } from 'node:events';
import { Controller, Inject, Res } from '@nestjs/common';
import type { Response } from 'express';
import { exportAll, exportConversation, type ExportFormat } from '@polylogue/api-contract';
import type { z } from 'zod';
import { Clock } from '../clock.js';
import type { ExportedPart } from '../conversations/exported-parts.js';
import { HistoryService } from '../conversations/history.service.js';
import { goneSignal } from '../http/gone-signal.js';
import { PathId, ValidQuery } from '../http/input.js';
import { Serves } from '../http/serves.js';
import { ExportFacts } from './export-events.js';
import { ScoresService } from './scores.service.js';
import { writers } from './write-export.js';

@Controller()
export class ExportsController {
  constructor(
    private readonly history: HistoryService,
    private readonly scores: ScoresService,
    @Inject(Clock) private readonly clock: Clock,
    private readonly exported: ExportFacts,
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
    const day = new Date(this.clock.now()).toISOString().slice(0, 10);
    const list = (signal: AbortSignal) => this.history.export(filter, signal);
    await this.download(response, format, `polylogue-conversations-${day}.${format}`, list);
  }

  // An error before the first conversation is an ordinary answer; one after it cuts the line, so that half an export is
  // never taken for the whole.
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
    const pieces = write(resumed(first, parts, counted), new Date(this.clock.now()), missing);
    try {
      for await (const piece of pieces) {
        if (!response.write(piece)) await once(response, 'drain', { signal: gone });
      }
      response.end();
      this.exported.tell(response.req.session.userId, format, counted.conversations);
    } catch {
      response.destroy();
    }
  }
}

/** Goes on behind the first. */
async function* resumed(
  first: IteratorResult<ExportedPart, unknown>,
  rest: AsyncIterator<ExportedPart>,
  counted: { conversations: number },
): AsyncGenerator<ExportedPart> {
  for (let next = first; !next.done; next = await rest.next()) {
    yield next.value;
    if (next.value.isLast) counted.conversations += 1;
  }
}

import { once } from 'node:events';
import { Controller, Inject, Res } from '@nestjs/common';
import type { Response } from 'express';
import { exportAll, exportConversation, type Conversation, type ExportFormat } from '@polylogue/api-contract';
import { AppError } from '@polylogue/service-kit';
import type { z } from 'zod';
import { Clock } from '../clock.js';
import { HistoryService } from '../conversations/history.service.js';
import { PathId, ValidQuery } from '../http/input.js';
import { Serves } from '../http/serves.js';
import { ExportFacts } from './export-facts.js';
import { writers } from './write-export.js';

@Controller()
export class ExportsController {
  constructor(
    private readonly history: HistoryService,
    @Inject(Clock) private readonly clock: Clock,
    private readonly exported: ExportFacts,
  ) {}

  @Serves(exportConversation)
  async one(
    @PathId() id: string,
    @ValidQuery() { format }: z.output<NonNullable<(typeof exportConversation)['query']>>,
    @Res() response: Response,
  ) {
    const list = () => this.history.one(id);
    await this.download(response, format, `conversation-${id}.${format}`, list);
  }

  @Serves(exportAll)
  async all(@ValidQuery() query: z.output<NonNullable<(typeof exportAll)['query']>>, @Res() response: Response) {
    const { format, ...filter } = query;
    const day = new Date(this.clock.now()).toISOString().slice(0, 10);
    const list = (signal: AbortSignal) => this.history.find({ ...filter, includeAll: true }, signal);
    await this.download(response, format, `polylogue-conversations-${day}.${format}`, list);
  }

  // An error before the first conversation is an ordinary answer; one after it cuts the line, so that half an export is
  // never taken for the whole.
  private async download(
    response: Response,
    format: ExportFormat,
    fileName: string,
    list: (signal: AbortSignal) => AsyncIterable<Conversation>,
  ) {
    const gone = new AbortController();
    response.once('close', () => gone.abort(new AppError('unavailable', 'reader_gone', 'The reader has gone.')));
    const conversations = list(gone.signal)[Symbol.asyncIterator]();
    const first = await conversations.next();
    const { type, write } = writers[format];
    response.setHeader('Content-Type', type);
    response.setHeader('Content-Disposition', `attachment; filename="${fileName}"`);
    const counted = { conversations: 0 };
    const pieces = write(bareFrom(first, conversations, counted), new Date(this.clock.now()));
    try {
      for await (const piece of pieces) {
        if (!response.write(piece)) await once(response, 'drain', { signal: gone.signal });
      }
      response.end();
      this.exported.tell(response.req.session.userId, format, counted.conversations);
    } catch {
      response.destroy();
    }
  }
}

/** Goes on behind the first; what only a list says of a conversation is left out. */
async function* bareFrom(
  first: IteratorResult<Conversation, unknown>,
  rest: AsyncIterator<Conversation>,
  counted: { conversations: number },
): AsyncGenerator<Conversation> {
  for (let next = first; !next.done; next = await rest.next()) {
    const { id, aiService, title, messages, createdAt, updatedAt } = next.value;
    yield { id, aiService, title, messages, createdAt, updatedAt };
    counted.conversations += 1;
  }
}

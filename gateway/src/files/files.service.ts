import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { sendMessageWithFile, ValidBodyOf } from '@polylogue/api-contract';
import { contractLimits, type NewAttachment } from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { CatalogService } from '../ai-services/catalog.service.js';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { toSendMessageRequest } from '../messages/messages.mapper.js';
import { PageShares } from './page-shares.rules.js';
import type { Upload } from './read-upload.js';
import { filesTooLong, isPicture, naming } from './upload.rules.js';

// It waits its turn, and then takes at most 20 s, and as long again where pages are drawn.
const readMs = 80_000;

@Injectable()
export class FilesService {
  constructor(
    @InjectClient('files') private readonly files: ClientOf<'files'>,
    @InjectClient('broadcasts') private readonly broadcasts: ClientOf<'broadcasts'>,
    private readonly catalog: CatalogService,
  ) {}

  /** The files as they are stored and sent: texts taken out, and pictures made ready, once for all services. */
  async read(uploads: readonly Upload[], aiServices: readonly string[], signal: AbortSignal): Promise<NewAttachment[]> {
    const attachments: NewAttachment[] = [];
    // Where no chosen service sees pictures, a scan is refused as unreadable before its pages are drawn.
    const pages = (await this.catalog.someSees(aiServices))
      ? new PageShares(uploads.map(({ name }) => name))
      : undefined;
    // One after the other: a user has few slots where files are read.
    for (const upload of uploads) {
      try {
        const maxPages = pages?.next(upload.name);
        const read = await this.#readOne(upload, maxPages, signal);
        pages?.take(read.attachment?.pages?.pictures.length ?? 0);
        attachments.push(read);
      } catch (error) {
        throw uploads.length > 1 && AppError.is(error) ? naming(upload.name, error) : error;
      }
    }
    const length = attachments.reduce((sum, { text }) => sum + text.length, 0);
    // Of one file its reader has seen to that.
    if (uploads.length > 1 && length > contractLimits.attachmentText) throw filesTooLong();
    return attachments;
  }

  send(
    body: ValidBodyOf<typeof sendMessageWithFile>,
    [attachment, ...more]: readonly NewAttachment[],
    idempotencyKey: string | undefined,
    signal: AbortSignal,
  ) {
    const moreAttachments = more.length > 0 ? { attachments: more } : undefined;
    const request = { ...toSendMessageRequest(body, idempotencyKey), attachment, moreAttachments };
    return this.broadcasts.sendMessage(request, { signal });
  }

  async #readOne({ name, content }: Upload, maxPages: number | undefined, signal: AbortSignal): Promise<NewAttachment> {
    const size = content.length;
    const sha256 = createHash('sha256').update(content).digest('hex');
    const call = { signal, deadlineMs: readMs };
    if (isPicture(name)) {
      const { picture, type } = await this.files.keepPicture({ name, content }, call);
      return { attachment: { name, size, type, picture }, text: '', sha256 };
    }
    const { text, type, pages } = await this.files.extractText({ name, content, maxPages }, call);
    return { attachment: { name, size, type, pages }, text, sha256 };
  }
}

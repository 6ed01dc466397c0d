import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { sendMessageWithFile, ValidBodyOf } from '@polylogue/api-contract';
import { contractLimits, type NewAttachment } from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { toSendMessageRequest } from '../messages/messages.mapper.js';
import type { Upload } from './read-upload.js';
import { filesTooLong, isPicture, naming } from './upload.rules.js';

// It waits its turn, and then takes at most 20 s.
const readMs = 60_000;

@Injectable()
export class FilesService {
  constructor(
    @InjectClient('files') private readonly files: ClientOf<'files'>,
    @InjectClient('broadcasts') private readonly broadcasts: ClientOf<'broadcasts'>,
  ) {}

  /** The files as they are stored and sent: texts taken out, and pictures made ready, once for all services. */
  async read(uploads: readonly Upload[], signal: AbortSignal): Promise<NewAttachment[]> {
    const attachments: NewAttachment[] = [];
    // One after the other: a user has few slots where files are read.
    for (const upload of uploads) {
      try {
        attachments.push(await this.#readOne(upload, signal));
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

  async #readOne({ name, content }: Upload, signal: AbortSignal): Promise<NewAttachment> {
    const size = content.length;
    const sha256 = createHash('sha256').update(content).digest('hex');
    const call = { signal, deadlineMs: readMs };
    if (isPicture(name)) {
      const { picture, type } = await this.files.keepPicture({ name, content }, call);
      return { attachment: { name, size, type, picture }, text: '', sha256 };
    }
    const { text, type } = await this.files.extractText({ name, content }, call);
    return { attachment: { name, size, type }, text, sha256 };
  }
}

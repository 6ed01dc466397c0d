import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { sendMessageWithFile, ValidBodyOf } from '@polylogue/api-contract';
import type { NewAttachment } from '@polylogue/proto';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { toSendMessageRequest } from '../messages/messages.mapper.js';
import type { Upload } from './read-upload.js';

// It waits its turn, and then takes at most 20 s.
const extractMs = 60_000;

@Injectable()
export class FilesService {
  constructor(
    @InjectClient('files') private readonly files: ClientOf<'files'>,
    @InjectClient('broadcasts') private readonly broadcasts: ClientOf<'broadcasts'>,
  ) {}

  /** The file as it is stored and sent: its text, taken out once for all services. */
  async read({ name, content }: Upload, signal: AbortSignal): Promise<NewAttachment> {
    const { text, type } = await this.files.extractText({ name, content }, { signal, deadlineMs: extractMs });
    const sha256 = createHash('sha256').update(content).digest('hex');
    return { attachment: { name, size: content.length, type }, text, sha256 };
  }

  send(
    body: ValidBodyOf<typeof sendMessageWithFile>,
    attachment: NewAttachment,
    idempotencyKey: string | undefined,
    signal: AbortSignal,
  ) {
    return this.broadcasts.sendMessage({ ...toSendMessageRequest(body, idempotencyKey), attachment }, { signal });
  }
}

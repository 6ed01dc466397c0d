import { Injectable } from '@nestjs/common';
import type { Caller } from '@polylogue/service-kit';
import { bulkhead, BulkheadRejectedError } from 'cockatiel';
import { FileFault } from './file-faults.js';
import { readFileApart } from './file-reader.js';
import { fileError, tooManyFiles } from './files.errors.js';
import type { FileText } from './reader/read-file.js';

const atOnce = 2;
const waiting = 20;

/** Takes the text out of files, a few at a time. */
@Injectable()
export class FilesService {
  private readonly places = bulkhead(atOnce, waiting);

  async extract(caller: Caller, name: string, content: Uint8Array, signal: AbortSignal): Promise<FileText> {
    caller.mustBeApproved();
    try {
      return await this.places.execute(() => readFileApart(name, content, signal));
    } catch (error) {
      if (error instanceof BulkheadRejectedError) throw tooManyFiles();
      throw error instanceof FileFault ? fileError(error.code) : error;
    }
  }
}

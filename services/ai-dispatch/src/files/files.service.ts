import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Caller } from '@polylogue/service-kit';
import type { AiDispatchConfig } from '../config.js';
import { FairLimit } from './fair-limit.js';
import { FileFault } from './file-faults.js';
import { readFileApart, usualLimits, type ReadingLimits } from './file-reader.js';
import { fileError, tooManyFiles } from './files.errors.js';
import type { FileText } from './reader/read-file.js';

const maxWaiting = 20;
/** So many files of one user are read within the time the gateway waits. */
const maxWaitingPerUser = 5;

/** Takes the text out of files, a few at a time and only some of them for one user. */
@Injectable()
export class FilesService {
  readonly #limit: FairLimit;
  readonly #reading: ReadingLimits;

  constructor(@Inject(CONFIG) config: AiDispatchConfig) {
    this.#limit = new FairLimit({
      max: config.AI_DISPATCH_FILES,
      maxPerUser: config.AI_DISPATCH_USER_FILES,
      maxWaiting,
      maxWaitingPerUser,
      refusal: tooManyFiles,
    });
    this.#reading = { ...usualLimits, cpuMilliseconds: config.AI_DISPATCH_FILE_CPU_MS };
  }

  async extract(caller: Caller, name: string, content: Uint8Array, signal: AbortSignal): Promise<FileText> {
    caller.mustBeApproved();
    try {
      return await this.#limit.run(caller.userId, () => readFileApart(name, content, signal, this.#reading));
    } catch (error) {
      throw error instanceof FileFault ? fileError(error.code) : error;
    }
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Caller } from '@polylogue/service-kit';
import type { AiDispatchConfig } from '../config.js';
import { FairLimit } from './fair-limit.js';
import { FileFault } from './file-faults.js';
import { MediaService } from '../media/media.service.js';
import { readFileApart, readPictureApart, usualLimits, type ReadingLimits } from './file-reader.js';
import { fileError, tooManyFiles } from './files.errors.js';
import type { FileText } from './reader/read-file.js';

const maxWaiting = 20;
/** So many files of one user are read within the time the gateway waits. */
const maxWaitingPerUser = 5;

/** Reads files that users attach, a few at a time and only some of them for one user. */
@Injectable()
export class FilesService {
  readonly #limit: FairLimit;
  readonly #reading: ReadingLimits;

  constructor(
    @Inject(CONFIG) config: AiDispatchConfig,
    private readonly media: MediaService,
  ) {
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
    return this.#read(caller, () => readFileApart(name, content, signal, this.#reading));
  }

  /** Keeps a picture as services are given it. */
  async keepPicture(caller: Caller, name: string, content: Uint8Array, signal: AbortSignal) {
    const read = await this.#read(caller, () => readPictureApart(name, content, signal, this.#reading));
    const { type, originalType, width, height, isFirstFrame } = read;
    const bytes = Buffer.from(read.content, 'base64');
    // As a download is called: what was a GIF is kept as PNG.
    const keptName = name.replace(/\.[^.]+$/, type === 'image/png' ? '.png' : '.jpg');
    const { id } = await this.media.keepAttached({ userId: caller.userId, name: keptName, type, bytes });
    return { picture: { mediaId: id, name, width, height, firstFrame: isFirstFrame || undefined }, type: originalType };
  }

  async #read<T>(caller: Caller, read: () => Promise<T>): Promise<T> {
    caller.mustBeApproved();
    try {
      return await this.#limit.run(caller.userId, read);
    } catch (error) {
      throw error instanceof FileFault ? fileError(error.code) : error;
    }
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { contractLimits, type ExtractTextRequest, type Picture } from '@polylogue/proto';
import { CONFIG, type Caller } from '@polylogue/service-kit';
import type { AiDispatchConfig } from '../config.js';
import { FairLimit } from './fair-limit.js';
import { FileFault } from './file-faults.js';
import { MediaService } from '../media/media.service.js';
import { drawPagesApart, readFileApart, readPictureApart, usualLimits, type ReadingLimits } from './file-reader.js';
import { fileError, tooManyFiles } from './files.errors.js';
import type { DrawnPage } from './reader/draw-pages.js';
import { mediaTypes } from './reader/file-kind.rules.js';
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

  /** The text of a document, and of a PDF so many of its first pages, kept as pictures are. */
  async extract(caller: Caller, { name, content, maxPages = 0 }: ExtractTextRequest, signal: AbortSignal) {
    const pagesWanted = isPdf(name) ? Math.min(Math.max(0, maxPages), contractLimits.pictures) : 0;
    const { file, drawn } = await this.#read(caller, async () => {
      const file = await this.#textOf(name, content, pagesWanted > 0, signal);
      const drawn = pagesWanted > 0 ? await drawPagesApart(content, pagesWanted, signal, this.#reading) : [];
      if (file.text === '' && drawn.length === 0) throw new FileFault('scanned');
      return { file, drawn };
    });
    const pictures: Picture[] = [];
    for (const page of drawn) pictures.push(await this.#keepPage(caller, name, page));
    return { ...file, pages: pictures.length > 0 ? { pictures, isScan: file.text === '' } : undefined };
  }

  async #textOf(name: string, content: Uint8Array, mayBeScan: boolean, signal: AbortSignal): Promise<FileText> {
    try {
      return await readFileApart(name, content, signal, this.#reading);
    } catch (error) {
      if (mayBeScan && error instanceof FileFault && error.code === 'scanned')
        return { text: '', type: mediaTypes.pdf };
      throw error;
    }
  }

  async #keepPage({ userId }: Caller, name: string, { content, type, page, pageCount, ...size }: DrawnPage) {
    const bytes = Buffer.from(content, 'base64');
    const keptName = keptAs(name, type, ` page ${page}`);
    const { id } = await this.media.keepAttached({ userId, name: keptName, type, bytes });
    return { mediaId: id, name, ...size, page, pageCount };
  }

  /** Keeps a picture as services are given it. */
  async keepPicture(caller: Caller, name: string, content: Uint8Array, signal: AbortSignal) {
    const read = await this.#read(caller, () => readPictureApart(name, content, signal, this.#reading));
    const { type, originalType, width, height, isFirstFrame } = read;
    const bytes = Buffer.from(read.content, 'base64');
    const keptName = keptAs(name, type);
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

/** As a download is called: what was a GIF is kept as PNG. */
const keptAs = (name: string, type: DrawnPage['type'], suffix = '') =>
  name.replace(/\.[^.]+$/, `${suffix}${type === 'image/png' ? '.png' : '.jpg'}`);

const isPdf = (name: string) => name.toLowerCase().endsWith('.pdf');

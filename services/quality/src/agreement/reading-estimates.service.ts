import { Injectable } from '@nestjs/common';
import type { CallEstimate } from '@polylogue/proto';
import { CatalogClient, type Caller } from '@polylogue/service-kit';
import { EstimatesClient } from '../clients/estimates.client.js';
import { noExtractor } from './agreement.errors.js';
import { DefaultExtractorService } from './default-extractor.service.js';
import { readerOf, readingTask } from './claim-reading.service.js';
import { maxCharacters } from './extraction-prompt.rules.js';
import { maxOfEach, readingPrompt, readingRepairOf } from './reading-prompt.rules.js';

/** An answer that is not there yet. */
export interface ExpectedText {
  aiService: string;
  lowBytes: number;
  highBytes: number;
}

interface ReadingToEstimate {
  questionBytes: number;
  texts: readonly ExpectedText[];
  extractor?: string | undefined;
}

/** What reading answers would cost before they are there, and who would read them. */
@Injectable()
export class ReadingEstimatesService {
  constructor(
    private readonly catalog: CatalogClient,
    private readonly estimates: EstimatesClient,
    private readonly defaultExtractor: DefaultExtractorService,
  ) {}

  async estimate({ userId }: Caller, { questionBytes, texts, extractor }: ReadingToEstimate): Promise<CallEstimate> {
    const onlyExtractor = extractor !== undefined;
    const [services, preferred] = await Promise.all([this.catalog.list(), this.defaultExtractor.chosen()]);
    const aiService = readerOf({ extractor, onlyExtractor, texts }, services, preferred);
    const max = maxOfEach(texts.length);
    const sum = (sizes: readonly number[]) => sizes.reduce((all, size) => all + within(size, max), 0);
    const low = sum(texts.map(({ lowBytes }) => lowBytes));
    const high = Math.max(low, sum(texts.map(({ highBytes }) => highBytes)));
    const asked = within(questionBytes, maxCharacters.question);
    const call = { aiService, task: readingTask, bytes: promptBytes + asked + low, fileBytes: high - low };
    // An answer that cannot be read, or quotes that are not found, are asked about once more, with what was said: quotes and
    // claims of the texts, so hardly more than these have.
    const again = { ...call, bytes: call.bytes + repairBytes, fileBytes: call.fileBytes + high };
    const [once, twice] = await this.estimates.estimateSizes(userId, [call, again]);
    if (!once) throw noExtractor();
    const { cost } = once;
    return cost ? { ...once, cost: { ...cost, highMicros: cost.highMicros + (twice?.cost?.highMicros ?? 0) } } : once;
  }
}

/** As much of it as is sent. */
const within = (size: number, max: number) => Math.min(Math.max(0, size), max);

const { system, user } = readingPrompt({ question: '', known: [], onlyKnown: false }, [], '0'.repeat(32));
const repairBytes = Buffer.byteLength(readingRepairOf(''));
const promptBytes = Buffer.byteLength(system) + Buffer.byteLength(user);

import type { Assessment, StagedAgreementMap } from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import type { ClientOf } from '../clients/clients.js';
import type { ConversationReading } from './conversation-reading.js';
import { mapsAway, scoresAway } from './imports.errors.js';
import { fromHead } from './imports.mapper.js';
import { partCharacters } from './message-limits.rules.js';

const conversationsAtOnce = 500;
const assessmentsAtOnce = 500;
const mapsAtOnce = 100;
const deadlineMs = 30_000;

/** Puts what was read aside, part by part: conversations with one service, what was said of their replies with another. */
export class ImportStaging {
  #part = 0;
  #scoresPart = 0;
  #waiting: ConversationReading[] = [];
  #length = 0;
  #scores: Assessment[] = [];
  #scoresLength = 0;
  #mapsPart = 0;
  #maps: StagedAgreementMap[] = [];
  #mapsLength = 0;

  constructor(
    private readonly importId: string,
    private readonly history: Pick<ClientOf<'history'>, 'stageImport' | 'dropImportParts'>,
    private readonly quality: Pick<ClientOf<'assessments'>, 'stageAssessments'>,
    private readonly quotes: Pick<ClientOf<'agreementMaps'>, 'stageAgreementMaps'>,
    private readonly signal: AbortSignal,
  ) {}

  /** What waits here to be put aside. */
  get held(): { characters: number; entries: number } {
    const entries = this.#waiting.reduce(
      (sum, reading) => sum + 1 + reading.entries,
      this.#scores.length + this.#maps.length,
    );
    return { characters: this.#length + this.#scoresLength + this.#mapsLength, entries };
  }

  /** A conversation that is still read: what of it has become too long to wait for its end goes now. */
  async takeBeginning(reading: ConversationReading): Promise<void> {
    if (reading.isPart) {
      await this.#flush();
      await this.#stage([reading], true);
    }
    await this.#takeScores(reading);
    if (!reading.isLeftOut && reading.isTooLarge) await this.#leaveOut(reading);
  }

  async take(reading: ConversationReading): Promise<void> {
    if (reading.isLeftOut) return;
    // A part never holds more than one part and one message, however they fall.
    if (reading.before > 0 || this.#length + reading.length > partCharacters) await this.#flush();
    if (reading.before > 0) return this.#stage([reading], false);
    this.#waiting.push(reading);
    this.#length += reading.length;
    if (this.#length >= partCharacters || this.#waiting.length >= conversationsAtOnce) await this.#flush();
  }

  async finish(): Promise<void> {
    await this.#flush();
    await this.#stageScores();
    await this.#stageMaps();
  }

  async #leaveOut(reading: ConversationReading): Promise<void> {
    const { importId } = this;
    if (reading.before > 0) {
      await this.history.dropImportParts(
        { importId, fromPart: reading.firstPart },
        { deadlineMs, signal: this.signal },
      );
    }
    reading.leaveOut();
  }

  async #flush(): Promise<void> {
    const waiting = this.#waiting;
    [this.#waiting, this.#length] = [[], 0];
    if (waiting.length > 0) await this.#stage(waiting, false);
  }

  async #stage(readings: readonly ConversationReading[], toBeContinued: boolean): Promise<void> {
    const conversations = readings.map((reading) => ({
      ...fromHead(reading.head(!toBeContinued)),
      messages: reading.messages,
    }));
    const summaries = toBeContinued ? [] : readings.flatMap((reading) => reading.summaries);
    const request = { importId: this.importId, part: this.#part, conversations, summaries, toBeContinued };
    const messagesBefore = readings[0]?.before ?? 0;
    const staged = await this.history.stageImport({ ...request, messagesBefore }, { deadlineMs, signal: this.signal });
    for (const [at, reading] of readings.entries()) {
      if (reading.before === 0) reading.firstPart = this.#part;
      reading.putAside(staged.conversations[at]);
      if (!toBeContinued) reading.mustBeSettled();
      await this.#takeScores(reading);
      if (!toBeContinued) await this.#takeMaps(reading);
    }
    this.#part += 1;
  }

  async #takeScores(reading: ConversationReading): Promise<void> {
    const { settled } = reading;
    reading.settled = [];
    for (const assessment of settled) {
      this.#scores.push(assessment);
      this.#scoresLength += lengthOf(assessment);
      if (this.#scores.length >= assessmentsAtOnce || this.#scoresLength >= partCharacters) await this.#stageScores();
    }
  }

  async #takeMaps(reading: ConversationReading): Promise<void> {
    for (const map of reading.takeMaps()) {
      this.#maps.push(map);
      this.#mapsLength += JSON.stringify(map).length;
      if (this.#maps.length >= mapsAtOnce || this.#mapsLength >= partCharacters) await this.#stageMaps();
    }
  }

  async #stageMaps(): Promise<void> {
    const maps = this.#maps;
    [this.#maps, this.#mapsLength] = [[], 0];
    if (maps.length === 0) return;
    const request = { importId: this.importId, part: this.#mapsPart, maps };
    await this.quotes.stageAgreementMaps(request, { deadlineMs, signal: this.signal }).catch((error: unknown) => {
      throw AppError.is(error) && error.kind === 'unavailable' ? mapsAway(error) : error;
    });
    this.#mapsPart += 1;
  }

  async #stageScores(): Promise<void> {
    const assessments = this.#scores;
    [this.#scores, this.#scoresLength] = [[], 0];
    if (assessments.length === 0) return;
    const request = { importId: this.importId, part: this.#scoresPart, assessments };
    await this.quality.stageAssessments(request, { deadlineMs, signal: this.signal }).catch((error: unknown) => {
      throw AppError.is(error) && error.kind === 'unavailable' ? scoresAway(error) : error;
    });
    this.#scoresPart += 1;
  }
}

function lengthOf({ verdict, error = '', rubricVersion, judgeModel, judge }: Assessment): number {
  const reasons = [verdict?.bias, verdict?.safety, verdict?.accuracy, verdict?.adherence];
  const texts = [verdict?.analysis, error, rubricVersion, judgeModel, judge?.reasoning].concat(
    reasons.map((criterion) => criterion?.reason),
  );
  return texts.reduce((sum, text = '') => sum + text.length, 0);
}

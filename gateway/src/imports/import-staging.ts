import type { Assessment, StagedAgreementMap, StagedMapRecords } from '@polylogue/proto';
import { AppError, isUnknownCall } from '@polylogue/service-kit';
import type { ClientOf } from '../clients/clients.js';
import type { ConversationReading } from './conversation-reading.js';
import { mapsAway, scoresAway } from './imports.errors.js';
import { fromHead } from './imports.mapper.js';
import { partCharacters } from './message-limits.rules.js';
import { PartQueue } from './part-queue.js';

const conversationsAtOnce = 500;
const assessmentsAtOnce = 500;
const mapsAtOnce = 100;
const deadlineMs = 30_000;

/** The services that imports are put aside with. */
export interface StagingClients {
  history: Pick<ClientOf<'history'>, 'stageImport' | 'dropImportParts'>;
  assessments: Pick<ClientOf<'assessments'>, 'stageAssessments'>;
  agreementMaps: Pick<ClientOf<'agreementMaps'>, 'stageAgreementMaps'>;
  mapRecords: Pick<ClientOf<'mapRecords'>, 'stageMapRecords'>;
}

/** Puts what was read aside, part by part: conversations with one service, what was said of their replies with another. */
export class ImportStaging {
  #part = 0;
  #waiting: ConversationReading[] = [];
  #length = 0;
  readonly #scores: PartQueue<Assessment>;
  readonly #maps: PartQueue<StagedAgreementMap>;
  readonly #records: PartQueue<StagedMapRecords>;

  constructor(
    private readonly importId: string,
    private readonly clients: StagingClients,
    private readonly signal: AbortSignal,
  ) {
    const { assessments: quality, agreementMaps, mapRecords } = clients;
    const settings = { deadlineMs, signal };
    const max = (items: number) => ({ items, characters: partCharacters });
    this.#scores = new PartQueue(max(assessmentsAtOnce), (assessments, part) =>
      staged(quality.stageAssessments({ importId, part, assessments }, settings), scoresAway),
    );
    this.#maps = new PartQueue(max(mapsAtOnce), (maps, part) =>
      staged(agreementMaps.stageAgreementMaps({ importId, part, maps }, settings), mapsAway),
    );
    this.#records = new PartQueue(max(mapsAtOnce), (records, part) =>
      staged(mapRecords.stageMapRecords({ importId, part, records }, settings), mapsAway),
    );
  }

  /** What waits here to be put aside. */
  get held(): { characters: number; entries: number } {
    const queues = [this.#scores, this.#maps, this.#records].map(({ held }) => held);
    const entries = this.#waiting.reduce((sum, reading) => sum + 1 + reading.entries, 0);
    return {
      characters: queues.reduce((sum, { characters }) => sum + characters, this.#length),
      entries: queues.reduce((sum, queue) => sum + queue.entries, entries),
    };
  }

  /** A conversation that is still read: what of it has become too long to wait for its end goes now. */
  async takeBeginning(reading: ConversationReading): Promise<void> {
    if (reading.isPart) {
      await this.#flush();
      await this.#stage([reading], true);
    }
    await this.#takeScores(reading);
    if (reading.isLeftOut || !reading.isTooLarge) return;
    // Rather the maps than the conversation that they are about.
    if (reading.hasMaps) reading.leaveOutMaps();
    if (reading.isTooLarge) await this.#leaveOut(reading);
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
    for (const queue of [this.#scores, this.#maps, this.#records]) await queue.flush();
  }

  async #leaveOut(reading: ConversationReading): Promise<void> {
    const { importId } = this;
    if (reading.before > 0) {
      await this.clients.history.dropImportParts(
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
    const staged = await this.clients.history.stageImport(
      { ...request, messagesBefore },
      { deadlineMs, signal: this.signal },
    );
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
    for (const assessment of settled) await this.#scores.add(assessment, lengthOf(assessment));
  }

  async #takeMaps(reading: ConversationReading): Promise<void> {
    const { maps, records } = reading.takeMaps();
    for (const map of maps) await this.#maps.add(map, JSON.stringify(map).length);
    for (const each of records) await this.#records.add(each, JSON.stringify(each).length);
  }
}

/** `away`: what is said while the service is away, or is of the version before and does not know the call. */
async function staged(request: Promise<unknown>, away: (cause: unknown) => AppError): Promise<void> {
  await request.catch((error: unknown) => {
    throw isUnknownCall(error) || (AppError.is(error) && error.kind === 'unavailable') ? away(error) : error;
  });
}

function lengthOf({ verdict, error = '', rubricVersion, judgeModel, judge }: Assessment): number {
  const reasons = [verdict?.bias, verdict?.safety, verdict?.accuracy, verdict?.adherence];
  const texts = [verdict?.analysis, error, rubricVersion, judgeModel, judge?.reasoning].concat(
    reasons.map((criterion) => criterion?.reason),
  );
  return texts.reduce((sum, text = '') => sum + text.length, 0);
}

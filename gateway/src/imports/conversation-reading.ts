import {
  agreementMap,
  exportedConversation,
  exportedMessage,
  exportedSettleRound,
  filesOf,
  limits,
  mergedAnswer,
  qualityAssessment,
  summary,
  type QualityAssessment,
} from '@polylogue/api-contract';
import {
  MessageRole,
  type Assessment,
  type Message,
  type RoundSummary,
  type StagedAgreementMap,
  type StagedConversation,
  type StagedMapRecords,
} from '@polylogue/proto';
import type { z } from 'zod';
import { fromSummary } from '../summaries/summaries.mapper.js';
import type { Piece } from './export-pieces.rules.js';
import { damaged, pieceTooLarge, titleTooLong } from './imports.errors.js';
import { fromAssessment, fromMessage, type Head } from './imports.mapper.js';
import { MapsReading } from './maps-reading.js';
import {
  cleanNames,
  isTooLong,
  maxFieldCharacters,
  maxHeldCharacters,
  partCharacters,
} from './message-limits.rules.js';

const head = exportedConversation.omit({
  messages: true,
  summaries: true,
  agreementMaps: true,
  mergedAnswers: true,
  settleRounds: true,
  assessments: true,
});
/** Known before the messages in what we write. The comparison may be missing; without the others none is put aside. */
const beginning = head.pick({ id: true, aiService: true, title: true, comparison: true });
const needed = ['id', 'aiService', 'title'] as const;

/** Of one conversation; a summary may be as long as a reply, with its reasoning. */
const maxSummaries = 1_000;
const maxSummaryCharacters = 4 * 1024 * 1024;
/** Of one conversation; a map quotes its replies claim by claim, and what was made of it may hold reasoning. */
const maxMaps = 1_000;
const maxMapCharacters = {
  agreementMaps: 2 * 1024 * 1024,
  mergedAnswers: maxSummaryCharacters,
  settleRounds: maxSummaryCharacters,
};

type Part = Exclude<Piece, { kind: 'member' | 'begin' | 'end' }>;
type Field = keyof typeof head.shape;

/** An assessment whose message was not put aside yet. */
interface HeldAssessment {
  assessment: QualityAssessment;
  index: number;
  length: number;
}

/** One conversation of the file while it is read; holds only what cannot be put aside yet. */
export class ConversationReading {
  readonly #fields: Partial<Record<Field, unknown>> = {};
  /** Of each reply put aside, what it is called there. */
  readonly #ids = new Map<string, { messageId: string; broadcastId: string | undefined; round: string | undefined }>();
  #conversationId = '';
  #maps = new MapsReading();
  #held: HeldAssessment[] = [];
  #heldLength = 0;
  #headLength = 0;
  #messagesLength = 0;
  #summariesLength = 0;
  #assessments = 0;
  // Once held assessments have outgrown this, putting messages aside may set some of them free.
  #settleAt = partCharacters;
  #isLeftOut = false;
  /** Those that were not put aside yet. */
  messages: Message[] = [];
  /** How many were. */
  before = 0;
  /** The part in which the first of them went. */
  firstPart = 0;
  /** Assessments with the ids their messages have where they were put aside. */
  settled: Assessment[] = [];
  /** Sent with the last part of the conversation. */
  summaries: RoundSummary[] = [];
  filesWithoutText = 0;
  media = 0;

  /** `position`: of the conversation in the file, from 1. */
  constructor(readonly position: number) {}

  take({ kind, name, text }: Part): void {
    // Of one that is left out nothing more is read.
    if (this.#isLeftOut) return;
    if (kind === 'field') this.#takeField(name, text);
    else if (name === 'messages') this.#takeMessage(JSON.parse(text), text.length);
    else if (name === 'summaries') this.#takeSummary(JSON.parse(text), text.length);
    else if (name in maxMapCharacters) this.#takeOfMaps(name as keyof typeof maxMapCharacters, text);
    else this.#takeAssessment(JSON.parse(text), text.length);
  }

  /** What the file says of the conversation beside its lists; less of it while it is not at its end. */
  head(isEnd: boolean): Partial<Head> {
    return this.#valid<Partial<Head>>(isEnd ? head : beginning, this.#fields, []);
  }

  /** Characters that are held. */
  get length(): number {
    return this.#headLength + this.#messagesLength + this.#heldLength + this.#summariesLength + this.#maps.length;
  }

  /** Entries that are held. */
  get entries(): number {
    const lists = [this.messages, this.summaries, this.#held, this.settled];
    return lists.reduce((sum, { length }) => sum + length, this.#ids.size + this.#maps.entries);
  }

  /** Whether its messages are many enough to be put aside before its end. */
  get isPart(): boolean {
    const hasBeginning = needed.every((name) => Object.hasOwn(this.#fields, name));
    if (!hasBeginning || this.messages.length === 0) return false;
    return this.#messagesLength >= partCharacters || this.#heldLength >= this.#settleAt;
  }

  get hasMaps(): boolean {
    return this.#maps.entries > 0;
  }

  /** How many of its agreement maps do not come in whole. */
  get mapsLeftOut(): number {
    return this.#maps.leftOut.size;
  }

  /** Gives up its agreement maps, so that the conversation itself can come in. */
  leaveOutMaps(): void {
    this.#maps.leaveOut();
  }

  get isTooLarge(): boolean {
    return this.before + this.messages.length > limits.importedMessages || this.length > maxHeldCharacters;
  }

  get isLeftOut(): boolean {
    return this.#isLeftOut;
  }

  /** For the user; the title where it was read. */
  get title(): string {
    const { title } = this.#fields;
    return typeof title === 'string' ? title : '';
  }

  leaveOut(): void {
    this.#isLeftOut = true;
    this.#ids.clear();
    [this.messages, this.summaries, this.#held, this.settled] = [[], [], [], []];
    this.#maps = new MapsReading();
    this.#summariesLength = 0;
    [this.#messagesLength, this.#heldLength, this.filesWithoutText, this.media] = [0, 0, 0, 0];
  }

  /** Forgets the messages that were put aside, but for what replies are called there. */
  putAside(staged: StagedConversation | undefined): void {
    this.#conversationId = staged?.id ?? '';
    for (const [at, { id, role, broadcastId: round }] of this.messages.entries()) {
      const there = staged?.messages[at];
      if (there && role === MessageRole.ASSISTANT) {
        this.#ids.set(id, { messageId: there.id, broadcastId: there.broadcastId, round });
      }
    }
    this.before += this.messages.length;
    [this.messages, this.#messagesLength] = [[], 0];
    this.#settle();
  }

  /** @throws at the end of the conversation, where an assessment is about no message of it, or an answer about no map. */
  mustBeSettled(): void {
    const [left] = this.#held;
    if (left) throw damaged(this.position, ['assessments', left.index, 'messageId']);
    const { stray } = this.#maps;
    if (stray) throw damaged(this.position, [...stray, 'mapId']);
  }

  /** Its agreement maps and what was made of them, once all of its messages were put aside. */
  takeMaps(): { maps: StagedAgreementMap[]; records: Iterable<StagedMapRecords> } {
    const reading = this.#maps;
    this.#maps = new MapsReading();
    return {
      maps: reading.staged(this.#conversationId, this.#ids),
      records: reading.records(this.#conversationId),
    };
  }

  #takeField(name: string, text: string): void {
    if (!Object.hasOwn(head.shape, name)) return;
    const field = name as Field;
    const value: unknown = JSON.parse(text);
    if (field === 'title' && typeof value === 'string' && value.length > limits.conversationTitle) {
      throw titleTooLong(this.position);
    }
    if (text.length > maxFieldCharacters) throw damaged(this.position, [field]);
    this.#headLength += text.length;
    this.#fields[field] = this.#valid<unknown>(head.shape[field], value, [field]);
  }

  #takeMessage(value: unknown, length: number): void {
    const path = ['messages', this.before + this.messages.length];
    const message = this.#valid(exportedMessage, value, path);
    if (isTooLong(message)) throw pieceTooLarge();
    const files = filesOf(message);
    this.filesWithoutText += files.filter(({ text, picture }) => text === undefined && !picture).length;
    this.media += (message.media?.length ?? 0) + files.filter(({ picture }) => picture).length;
    this.messages.push(fromMessage(cleanNames(message, (issue) => damaged(this.position, path, issue))));
    this.#messagesLength += length;
  }

  #takeSummary(value: unknown, length: number): void {
    const path = ['summaries', this.summaries.length];
    if (length > maxSummaryCharacters || this.summaries.length >= maxSummaries) throw damaged(this.position, path);
    this.summaries.push(fromSummary(this.#valid(summary, value, path)));
    this.#summariesLength += length;
  }

  #takeOfMaps(name: keyof typeof maxMapCharacters, text: string): void {
    const reading = this.#maps;
    const lists = { agreementMaps: reading.maps, mergedAnswers: reading.answers, settleRounds: reading.rounds };
    const path = [name, lists[name].length];
    const isTooMany = lists[name].length >= maxMaps || reading.leftOut.size > maxMaps;
    if (text.length > maxMapCharacters[name] || isTooMany) throw damaged(this.position, path);
    const value: unknown = JSON.parse(text);
    const take = <Item>(schema: z.ZodType<Item>, list: Item[], mapOf: (item: Item) => string) => {
      const item = this.#valid(schema, value, path);
      const isHeld = this.length + text.length <= maxHeldCharacters && !reading.leftOut.has(mapOf(item));
      if (!isHeld) return reading.leftOut.add(mapOf(item));
      reading.length += text.length;
      return list.push(item);
    };
    if (name === 'agreementMaps') take(agreementMap, reading.maps, ({ id }) => id);
    else if (name === 'mergedAnswers') take(mergedAnswer, reading.answers, ({ mapId }) => mapId);
    else take(exportedSettleRound, reading.rounds, ({ mapId }) => mapId);
  }

  #takeAssessment(value: unknown, length: number): void {
    const index = this.#assessments;
    this.#assessments += 1;
    const path = ['assessments', index];
    if (length > partCharacters) throw damaged(this.position, path);
    const assessment = this.#valid(qualityAssessment, value, path);
    if (this.#settleOne(assessment, index)) return;
    this.#held.push({ assessment, index, length });
    this.#heldLength += length;
  }

  #settle(): void {
    this.#held = this.#held.filter(({ assessment, index, length }) => {
      const isSettled = this.#settleOne(assessment, index);
      if (isSettled) this.#heldLength -= length;
      return !isSettled;
    });
    this.#settleAt = this.#heldLength + partCharacters;
  }

  #settleOne(assessment: QualityAssessment, index: number): boolean {
    const about = this.#ids.get(assessment.messageId);
    if (!about) return false;
    const { messageId, broadcastId } = about;
    if (!broadcastId) throw damaged(this.position, ['assessments', index, 'messageId']);
    this.settled.push(fromAssessment(assessment, { conversationId: this.#conversationId, messageId, broadcastId }));
    return true;
  }

  #valid<T>(schema: z.ZodType<T>, value: unknown, path: readonly PropertyKey[]): T {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    throw damaged(this.position, path, parsed.error.issues[0]);
  }
}

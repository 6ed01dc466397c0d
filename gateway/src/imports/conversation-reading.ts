import {
  exportedConversation,
  exportedMessage,
  qualityAssessment,
  type QualityAssessment,
} from '@polylogue/api-contract';
import type { Message } from '@polylogue/proto';
import type { z } from 'zod';
import type { Piece } from './export-pieces.rules.js';
import { damaged } from './imports.errors.js';
import { fromMessage, type Head } from './imports.mapper.js';

const head = exportedConversation.omit({ messages: true, assessments: true });
/** Known before the messages in what we write; needed to put the first of a long conversation aside. */
const beginning = head.pick({ id: true, aiService: true, title: true });

type Part = Exclude<Piece, { kind: 'member' | 'begin' | 'end' }>;

/** One conversation of the file while it is read. */
export class ConversationReading {
  readonly #fields = new Map<string, unknown>();
  readonly assessments: QualityAssessment[] = [];
  /** Those that were not put aside yet. */
  messages: Message[] = [];
  /** How many were. */
  before = 0;
  /** Characters of those that were not. */
  length = 0;
  /** Of each message in the file, what it is called here; known once it was put aside. */
  readonly ids = new Map<string, { messageId: string; broadcastId: string | undefined }>();
  filesWithoutText = 0;
  media = 0;

  /** `place`: of the conversation in the file, from 1. */
  constructor(readonly place: number) {}

  take({ kind, name, text }: Part): void {
    const value: unknown = JSON.parse(text);
    if (kind === 'field') this.#fields.set(name, value);
    else if (name === 'messages') this.#takeMessage(value, text.length);
    else this.assessments.push(this.#valid(qualityAssessment, value, ['assessments', this.assessments.length]));
  }

  /** What the file says of the conversation beside its lists; less of it while it is not at its end. */
  head(isEnd: boolean): Partial<Head> {
    return this.#valid<Partial<Head>>(isEnd ? head : beginning, Object.fromEntries(this.#fields), []);
  }

  get hasBeginning(): boolean {
    return ['id', 'aiService', 'title'].every((name) => this.#fields.has(name));
  }

  #takeMessage(value: unknown, length: number): void {
    const message = this.#valid(exportedMessage, value, ['messages', this.before + this.messages.length]);
    if (message.attachment && message.attachment.text === undefined) this.filesWithoutText += 1;
    this.media += message.media?.length ?? 0;
    this.messages.push(fromMessage(message));
    this.length += length;
  }

  #valid<T>(schema: z.ZodType<T>, value: unknown, path: readonly PropertyKey[]): T {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    throw damaged(this.place, path, parsed.error.issues[0]);
  }
}

import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { conversation, exportSchemaVersion, limits, type ImportAnswer } from '@polylogue/api-contract';
import { Conversation } from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { HistoryClient } from '../clients/history.client.js';
import { ArrayElements, NotTheShape, PieceTooLong, type Piece } from './array-elements.rules.js';
import { fromConversation } from './imports.mapper.js';

/** So much goes to conversation at once; a message over gRPC has at most 16 MiB. */
const partBytes = 1024 * 1024;
const longestConversation = 12 * 1024 * 1024;

/** Reads an export while it arrives. What was read is put aside; it counts once all of it was valid. */
@Injectable()
export class ImportsService {
  constructor(@Inject(HistoryClient) private readonly history: HistoryClient) {}

  async import(body: AsyncIterable<Buffer>, signal: AbortSignal): Promise<ImportAnswer> {
    const importId = randomUUID();
    try {
      await this.#stage(importId, body, signal);
      return await this.history.commitImport({ importId }, { deadlineMs: 300_000, signal });
    } catch (error) {
      await this.history.discardImport({ importId }).catch(() => undefined);
      if (error instanceof PieceTooLong) throw conversationTooLarge();
      throw error instanceof NotTheShape || error instanceof SyntaxError ? notAnExport(error) : error;
    }
  }

  async #stage(importId: string, body: AsyncIterable<Buffer>, signal: AbortSignal): Promise<void> {
    const elements = new ArrayElements('conversations', longestConversation);
    const decoder = new TextDecoder('utf-8', { fatal: true });
    let [bytes, part, count, size, versionSeen] = [0, 0, 0, 0, false];
    let waiting: Conversation[] = [];
    const flush = async () => {
      if (waiting.length === 0) return;
      await this.history.stageImport({ importId, part, conversations: waiting }, { deadlineMs: 30_000, signal });
      part += 1;
      [waiting, size] = [[], 0];
    };
    const take = (piece: Piece) => {
      if (piece.kind === 'member') {
        if (piece.name === 'schemaVersion') versionSeen = mustBeOurs(piece.text);
        return;
      }
      count += 1;
      waiting.push(readConversation(piece.text, count));
      size += piece.text.length;
    };
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > limits.importBytes) throw tooLarge();
      for (const piece of elements.take(decode(decoder, chunk))) {
        take(piece);
        if (size >= partBytes) await flush();
      }
    }
    if (!elements.isDone || !versionSeen) throw new NotTheShape();
    await flush();
  }
}

export const tooLarge = () =>
  new AppError(
    'too_large',
    'import_too_large',
    `The file is larger than ${limits.importBytes / 1024 / 1024} MB. Export fewer conversations at a time, for example one AI service after the other.`,
  );

const conversationTooLarge = () =>
  new AppError(
    'too_large',
    'import_too_large',
    'A conversation in the file is larger than 12 MB. Nothing was imported.',
  );

const notAnExport = (cause: unknown) =>
  new AppError('invalid', 'invalid_import', 'This is not a JSON export of conversations. Nothing was imported.', {
    cause,
  });

function decode(decoder: InstanceType<typeof TextDecoder>, chunk: Buffer): string {
  try {
    return decoder.decode(chunk, { stream: true }).replace(/^\uFEFF/, '');
  } catch {
    throw new NotTheShape();
  }
}

function mustBeOurs(text: string): true {
  if (JSON.parse(text) === exportSchemaVersion) return true;
  const sentence = 'This export was made by another version and cannot be read here. Nothing was imported.';
  throw new AppError('unusable', 'unknown_schema_version', sentence);
}

function readConversation(text: string, place: number): Conversation {
  const parsed = conversation.safeParse(JSON.parse(text));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const path = ['conversations', place - 1, ...(issue?.path ?? [])].join('.');
    const sentence = `Conversation ${place} of the file is damaged. Nothing was imported.`;
    throw new AppError('invalid', 'invalid_import', sentence, {
      issues: [{ path, message: issue?.message ?? sentence }],
    });
  }
  return fromConversation(parsed.data);
}

import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { exportSchemaVersion, limits, missingFromExport, type ImportAnswer } from '@polylogue/api-contract';
import { HistoryClient } from '../clients/history.client.js';
import { AssessmentsClient } from '../quality-assessments/assessments.client.js';
import { ConversationReading } from './conversation-reading.js';
import { ExportPieces, NotTheShape, PieceTooLong, type Piece } from './export-pieces.rules.js';
import { anotherVersion, notAnExport, pieceTooLarge, tooLarge } from './imports.errors.js';
import { ImportNotes } from './import-notes.rules.js';
import { ImportStaging } from './import-staging.js';

/** Characters of one message, escaped, with the text of its file. */
const longestPiece = 24 * 1024 * 1024;
const commitWithinMs = 600_000;

/** Reads an export while it arrives. What was read is put aside; it counts once all of it was valid. */
@Injectable()
export class ImportsService {
  constructor(
    @Inject(HistoryClient) private readonly history: HistoryClient,
    @Inject(AssessmentsClient) private readonly quality: AssessmentsClient,
  ) {}

  async import(body: AsyncIterable<Buffer>, signal: AbortSignal): Promise<ImportAnswer> {
    const importId = randomUUID();
    try {
      const staging = new ImportStaging(importId, this.history, this.quality, signal);
      const notes = await read(body, staging);
      const done = await this.history.commitImport({ importId }, { deadlineMs: commitWithinMs, signal });
      return notes.isEmpty ? done : { ...done, notes: notes.sentences };
    } catch (error) {
      await this.history.discardImport({ importId }).catch(() => undefined);
      if (error instanceof PieceTooLong) throw pieceTooLarge();
      throw error instanceof NotTheShape || error instanceof SyntaxError ? notAnExport(error) : error;
    }
  }
}

async function read(body: AsyncIterable<Buffer>, staging: ImportStaging): Promise<ImportNotes> {
  const pieces = new ExportPieces(longestPiece);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const notes = new ImportNotes();
  let [bytes, count, versionSeen] = [0, 0, false];
  let reading: ConversationReading | undefined;
  const take = async (piece: Piece) => {
    if (piece.kind === 'member') {
      if (piece.name === 'schemaVersion') versionSeen = mustBeOurs(piece.text);
      if (piece.name === 'missing') notes.noteMissing(missingFromExport.safeParse(JSON.parse(piece.text)).data);
    } else if (piece.kind === 'begin') reading = new ConversationReading((count += 1));
    else if (!reading) throw new NotTheShape();
    else if (piece.kind === 'end') {
      notes.note(reading);
      await staging.take(reading);
    } else {
      reading.take(piece);
      await staging.takeBeginning(reading);
    }
  };
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > limits.importBytes) throw tooLarge();
    for (const piece of pieces.take(decode(decoder, chunk))) await take(piece);
  }
  if (!pieces.isDone || !versionSeen) throw new NotTheShape();
  await staging.finish();
  return notes;
}

function decode(decoder: InstanceType<typeof TextDecoder>, chunk: Buffer): string {
  try {
    return decoder.decode(chunk, { stream: true }).replace(/^\uFEFF/, '');
  } catch {
    throw new NotTheShape();
  }
}

function mustBeOurs(text: string): true {
  if (JSON.parse(text) === exportSchemaVersion) return true;
  throw anotherVersion();
}

import { exportSchemaVersion, limits, missingFromExport } from '@polylogue/api-contract';
import { ConversationReading } from './conversation-reading.js';
import { ExportPieces, NotTheShape, type Piece } from './export-pieces.rules.js';
import { anotherVersion, tooLarge } from './imports.errors.js';
import { ImportNotes } from './import-notes.rules.js';
import type { ImportStaging } from './import-staging.js';

/** Characters of one message, escaped, with the text of its file. */
const maxPieceLength = 24 * 1024 * 1024;

/** Reads an export while it arrives. What it holds at any moment is bounded, whatever stands in the file. */
export class ImportReading {
  readonly #pieces = new ExportPieces(maxPieceLength);
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  readonly notes = new ImportNotes();
  #reading: ConversationReading | undefined;
  #bytes = 0;
  #conversations = 0;
  #versionSeen = false;

  constructor(private readonly staging: ImportStaging) {}

  /** What is in memory of the file right now: characters of text, and entries of lists. */
  get held(): { characters: number; entries: number } {
    const waiting = this.staging.held;
    return {
      characters: this.#pieces.held + (this.#reading?.length ?? 0) + waiting.characters,
      entries: (this.#reading?.entries ?? 0) + waiting.entries,
    };
  }

  async take(chunk: Uint8Array): Promise<void> {
    this.#bytes += chunk.length;
    if (this.#bytes > limits.importBytes) throw tooLarge();
    for (const piece of this.#pieces.take(this.#decode(chunk))) await this.#takePiece(piece);
  }

  async finish(): Promise<void> {
    if (!this.#pieces.isDone || !this.#versionSeen) throw new NotTheShape();
    await this.staging.finish();
  }

  async #takePiece(piece: Piece): Promise<void> {
    if (piece.kind === 'member') this.#takeMember(piece.name, piece.text);
    else if (piece.kind === 'begin') this.#reading = new ConversationReading((this.#conversations += 1));
    else if (!this.#reading) throw new NotTheShape();
    else if (piece.kind === 'end') await this.#endConversation(this.#reading);
    else {
      this.#reading.take(piece);
      await this.staging.takeBeginning(this.#reading);
    }
  }

  async #endConversation(reading: ConversationReading): Promise<void> {
    this.#reading = undefined;
    this.notes.note(reading);
    await this.staging.take(reading);
  }

  #takeMember(name: string, text: string): void {
    if (name === 'schemaVersion') this.#versionSeen = mustBeOurs(text);
    if (name === 'missing') this.notes.noteMissing(missingFromExport.safeParse(JSON.parse(text)).data);
  }

  #decode(chunk: Uint8Array): string {
    try {
      return this.#decoder.decode(chunk, { stream: true }).replace(/^\uFEFF/, '');
    } catch {
      throw new NotTheShape();
    }
  }
}

function mustBeOurs(text: string): true {
  if (JSON.parse(text) === exportSchemaVersion) return true;
  throw anotherVersion();
}

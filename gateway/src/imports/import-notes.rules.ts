import { limits, type MissingFromExport } from '@polylogue/api-contract';

interface Noted {
  position: number;
  title: string;
  isLeftOut: boolean;
  filesWithoutText: number;
  media: number;
  /** Agreement maps that do not come in whole. */
  mapsLeftOut: number;
}

const maxNamed = 20;

/** What a file did not hold, or an import could not take, for the user who imports it. */
export class ImportNotes {
  #filesWithoutText = 0;
  #media = 0;
  #scoresOf = 0;
  #mapsLeftOut = 0;

  readonly #leftOut: string[] = [];
  #furtherLeftOut = 0;

  note({ position, title, isLeftOut, filesWithoutText, media, mapsLeftOut }: Noted): void {
    if (isLeftOut && this.#leftOut.length < maxNamed) this.#leftOut.push(leftOut(position, title));
    else if (isLeftOut) this.#furtherLeftOut += 1;
    this.#filesWithoutText += filesWithoutText;
    this.#media += media;
    this.#mapsLeftOut += mapsLeftOut;
  }

  noteMissing(missing: MissingFromExport | undefined): void {
    this.#scoresOf += missing?.scoresOf ?? 0;
  }

  get isEmpty(): boolean {
    return this.sentences.length === 0;
  }

  get sentences(): string[] {
    return [
      ...this.#leftOut,
      ...(this.#furtherLeftOut === 0 ? [] : [`So were ${this.#furtherLeftOut} further ones.`]),
      ...(this.#mapsLeftOut === 0
        ? []
        : [
            `Agreement maps were left out, or something that was made of them (of ${this.#mapsLeftOut} here): those of one conversation were too long together. The conversations are whole.`,
          ]),
      ...(this.#media === 0
        ? []
        : [
            `Pictures, sounds and films are not part of an export (${this.#media} here): they show only where they are still kept.`,
          ]),
      ...(this.#filesWithoutText === 0
        ? []
        : [
            `The text of attached files is missing in the file (${this.#filesWithoutText} here) and could not be restored.`,
          ]),
      ...(this.#scoresOf === 0
        ? []
        : [
            `Scores are missing in the file (of ${this.#scoresOf} conversations): it was exported while they were not available.`,
          ]),
    ];
  }
}

function leftOut(position: number, title: string): string {
  const named =
    title === '' ? `Conversation ${position} of the file` : `Conversation ${position} of the file, “${title}”,`;
  return `${named} was left out and everything else taken: an import takes at most ${limits.importedMessages.toLocaleString('en')} messages of one conversation, with their scores after them. Split it in the file to bring it in.`;
}

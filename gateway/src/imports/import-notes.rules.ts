import type { MissingFromExport } from '@polylogue/api-contract';

/** What a file did not hold, for the person who imports it. */
export class ImportNotes {
  #filesWithoutText = 0;
  #media = 0;
  #scoresOf = 0;

  note({ filesWithoutText, media }: { filesWithoutText: number; media: number }): void {
    this.#filesWithoutText += filesWithoutText;
    this.#media += media;
  }

  noteMissing(missing: MissingFromExport | undefined): void {
    this.#scoresOf += missing?.scoresOf ?? 0;
  }

  get isEmpty(): boolean {
    return this.sentences.length === 0;
  }

  get sentences(): string[] {
    return [
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

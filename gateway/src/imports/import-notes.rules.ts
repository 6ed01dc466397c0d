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
      ...said(this.#media, 'picture, sound or film', 'pictures, sounds or films', 'not part of an export and'),
      ...said(this.#filesWithoutText, 'attached file', 'attached files', 'exported without text, which'),
      ...said(this.#scoresOf, 'conversation', 'conversations', 'exported without scores, which'),
    ];
  }
}

function said(count: number, one: string, many: string, why: string): string[] {
  if (count === 0) return [];
  return [`${count} ${count === 1 ? `${one} was` : `${many} were`} ${why} could not be restored.`];
}

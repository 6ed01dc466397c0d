import { limits } from '@polylogue/api-contract';
import { isPdf, isPicture } from './upload.rules.js';

/** How many pages are drawn of each PDF of a message: with its pictures no more than one call carries. */
export class PageShares {
  #left: number;
  #documents: number;

  constructor(names: readonly string[]) {
    this.#left = limits.pictures - names.filter(isPicture).length;
    this.#documents = names.filter(isPdf).length;
  }

  /** The share of the next file, an equal part of what is left; undefined for what has no pages. */
  next(name: string): number | undefined {
    if (!isPdf(name)) return undefined;
    const share = Math.floor(this.#left / this.#documents);
    this.#documents -= 1;
    return share;
  }

  /** What a short document does not need goes to those after it. */
  take(drawn: number): void {
    this.#left -= drawn;
  }
}

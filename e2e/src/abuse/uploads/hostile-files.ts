import { seeded } from '../seeded.rules.js';
import { bombs, entities, officeFiles, pdfs } from './documents.js';
import type { Bait, HostileFile } from './hostile-file.js';
import { pictures } from './pictures.js';
import { names, polyglots, texts } from './plain.js';

/** All kinds of hostile files; what is chosen at random is that of the seed. */
export function hostileFiles(bait: Bait, seed: number): HostileFile[] {
  const random = seeded(seed);
  return [
    ...bombs(),
    ...entities(bait),
    ...pdfs(bait),
    ...officeFiles(),
    ...pictures(),
    ...texts(),
    ...polyglots(bait),
    ...names(random),
  ];
}

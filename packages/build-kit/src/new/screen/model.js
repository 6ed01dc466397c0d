import { spell } from '../names.js';

/** The micro-frontend whose plain files and manifests a new one is given. */
export const model = spell('mfe-quality');

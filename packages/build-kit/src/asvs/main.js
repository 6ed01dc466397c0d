import { writeFileSync } from 'node:fs';
import { makePage, pagePath } from './asvs.js';

writeFileSync(pagePath, makePage());
console.log('Wrote docs/asvs.md.');

import { writeEnvironment } from './write-environment.js';

const written = await writeEnvironment();
console.log(written.length > 0 ? `Wrote ${written.join(', ')}.` : 'Everything was up to date.');

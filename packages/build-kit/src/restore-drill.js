// `npm run restore-drill`: builds the servers and the instrument, then backs up, loses and restores an installation (e2e/src/restore-drill).
import { runInstrument } from './instrument.js';

await runInstrument('e2e/dist/restore-drill/main.js');

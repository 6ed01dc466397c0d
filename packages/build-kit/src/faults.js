// `npm run faults`: builds the servers and the instrument, then plays every fault of a provider (e2e/src/faults).
import { runInstrument } from './instrument.js';

await runInstrument('e2e/dist/faults/main.js');

// `npm run chaos`: builds the servers and the instrument, then plays faults under load (e2e/src/chaos).
import { runInstrument } from './instrument.js';

await runInstrument('e2e/dist/chaos/main.js');

import { startService } from '@polylogue/service-kit';
import { scheduler } from './service.js';

await startService(scheduler);

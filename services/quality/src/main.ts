import { startService } from '@polylogue/service-kit';
import { quality } from './service.js';

await startService(quality);

import { startService } from '@polylogue/service-kit';
import { gateway } from './service.js';

await startService(gateway);

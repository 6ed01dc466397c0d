import { startService } from '@polylogue/service-kit';
import { admin } from './service.js';

await startService(admin);

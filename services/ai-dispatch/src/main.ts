import { startService } from '@polylogue/service-kit';
import { service } from './service.js';

await startService(service);

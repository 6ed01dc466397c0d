import { defineService } from '@polylogue/service-kit';
import { AppModule } from './app.module.js';
import { config } from './config.js';

/** Its schema holds the tables of events so far, which every service has. */
export const quality = defineService({ name: 'quality', module: AppModule, config });

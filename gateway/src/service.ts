import { defineService } from '@polylogue/service-kit';
import { AppModule } from './app.module.js';
import { config } from './config.js';
import { configureHttp } from './http-server.js';
import { sessions } from './migrations/0001-sessions.js';
import { issuedSessions } from './migrations/0002-issued-sessions.js';

export const gateway = defineService({
  name: 'gateway',
  module: AppModule,
  config,
  migrations: [sessions, issuedSessions],
  http: { port: ({ PORT }) => PORT, configure: configureHttp },
});

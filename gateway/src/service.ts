import { defineService } from '@polylogue/service-kit';
import { AppModule } from './app.module.js';
import { config } from './config.js';
import { configureHttp } from './http-server.js';
import { sessions } from './migrations/0001-sessions.js';
import { issuedSessions } from './migrations/0002-issued-sessions.js';
import { apiKeys } from './migrations/0003-api-keys.js';
import { keyLimits } from './migrations/0004-key-limits.js';
import { usesOfKeys } from './migrations/0008-uses-of-keys.js';
import { sessionChanges } from './migrations/0009-session-changes.js';

export const gateway = defineService({
  name: 'gateway',
  module: AppModule,
  config,
  migrations: [sessions, issuedSessions, apiKeys, keyLimits, usesOfKeys, sessionChanges],
  http: { port: ({ PORT }) => PORT, configure: configureHttp },
});

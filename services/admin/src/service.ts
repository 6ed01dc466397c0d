import { UsersServiceDefinition } from '@polylogue/proto';
import { defineService } from '@polylogue/service-kit';
import { AppModule } from './app.module.js';
import { config } from './config.js';
import { users } from './migrations/0001-users.js';

export const admin = defineService({
  name: 'admin',
  module: AppModule,
  config,
  grpc: [UsersServiceDefinition],
  migrations: [users],
});

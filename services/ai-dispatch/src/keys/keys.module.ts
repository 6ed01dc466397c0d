import { Module } from '@nestjs/common';
import { SecretsRepository } from './secrets.repository.js';
import { StoredKeys } from './stored-keys.js';

@Module({ providers: [SecretsRepository, StoredKeys], exports: [StoredKeys] })
export class KeysModule {}

import { Module } from '@nestjs/common';
import { RunDigestsClient } from './run-digests.client.js';

/** The services this one calls. */
@Module({ providers: [RunDigestsClient], exports: [RunDigestsClient] })
export class ClientsModule {}

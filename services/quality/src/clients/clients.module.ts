import { Module } from '@nestjs/common';
import { clientProviders } from '@polylogue/service-kit';
import type { QualityConfig } from '../config.js';
import { AllowanceClient } from './allowance.client.js';
import { EstimatesClient } from './estimates.client.js';
import { RepliesClient } from './replies.client.js';
import { RoundRecordsClient } from './round-records.client.js';
import { RoundSharesClient } from './round-shares.client.js';
import { SampleRoundsClient } from './sample-rounds.client.js';

const clients = [
  AllowanceClient,
  EstimatesClient,
  RepliesClient,
  RoundRecordsClient,
  RoundSharesClient,
  SampleRoundsClient,
  ...clientProviders((config: QualityConfig) => ({ deadlineMs: config.QUALITY_CALL_SECONDS * 1000 })),
];

/** The services this one calls. */
@Module({ providers: clients, exports: clients })
export class ClientsModule {}

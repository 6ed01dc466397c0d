import { getQueueToken } from '@nestjs/bull';
import { defineService } from '@polylogue/service-kit';
import type { Queue } from 'bull';
import { AppModule } from './app.module.js';
import { config } from './config.js';
import { runsQueue } from './executions/wake-ups.service.js';
import { SavedQueries0001 } from './migrations/0001-saved-queries.js';
import { ZoneData0002 } from './migrations/0002-zone-data.js';
import { ResultCost0003 } from './migrations/0003-result-cost.js';
import { Handovers0004 } from './migrations/0004-handovers.js';
import { ResultGeneration0005 } from './migrations/0005-result-generation.js';
import { Webhooks0006 } from './migrations/0006-webhooks.js';
import { RunsOfKeys0007 } from './migrations/0007-runs-of-keys.js';
import { Watch0008 } from './migrations/0008-watch.js';
import { QueryVariables0010 } from './migrations/0010-query-variables.js';
import { Rounds0011 } from './migrations/0011-rounds.js';
import { WatchReaders0012 } from './migrations/0012-watch-readers.js';
import { RoundsOfQueries0013 } from './migrations/0013-rounds-of-queries.js';
import { RoundsOfResults0014 } from './migrations/0014-rounds-of-results.js';
import { RoundsByIndex0015 } from './migrations/0015-rounds-by-index.js';
import { RubricsOfQueries0016 } from './migrations/0016-rubrics-of-queries.js';
import { RoundNotes0017 } from './migrations/0017-round-notes.js';
import { RunsByAge0043 } from './migrations/0043-runs-by-age.js';
import { RunsRemoved0044 } from './migrations/0044-runs-removed.js';
import { IdempotencyEntity } from './saved-queries/idempotency.entity.js';
import { SavedQueryEntity } from './saved-queries/saved-query.entity.js';
import { WebhookEntity } from './webhooks/webhook.entity.js';

export const scheduler = defineService({
  name: 'scheduler',
  module: AppModule,
  config,
  entities: [SavedQueryEntity, IdempotencyEntity, WebhookEntity],
  migrations: [
    SavedQueries0001,
    ZoneData0002,
    ResultCost0003,
    Handovers0004,
    ResultGeneration0005,
    Webhooks0006,
    RunsOfKeys0007,
    Watch0008,
    QueryVariables0010,
    Rounds0011,
    WatchReaders0012,
    RoundsOfQueries0013,
    RoundsOfResults0014,
    RoundsByIndex0015,
    RubricsOfQueries0016,
    RoundNotes0017,
    RunsByAge0043,
    RunsRemoved0044,
  ],
  queues: (app) => [app.get<Queue>(getQueueToken(runsQueue), { strict: false })],
});

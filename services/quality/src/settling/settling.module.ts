import { Module } from '@nestjs/common';
import { accessMonitorOf, ProcessIdentity } from '@polylogue/service-kit';
import { AgreementModule } from '../agreement/agreement.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { RunParts } from '../single-runs/single-runs.js';
import { RunningRoundsRepository } from './running-rounds.repository.js';
import { SettlerService } from './settler.service.js';
import { SettleRuns } from './settle-runs.service.js';
import { SettlingsGrpc } from './settlings.grpc.js';
import { SettlingsRepository } from './settlings.repository.js';
import { SettlingsService } from './settlings.service.js';

@Module({
  imports: [AgreementModule, ClientsModule],
  controllers: [SettlingsGrpc],
  providers: [
    SettlingsRepository,
    RunningRoundsRepository,
    SettlingsService,
    SettlerService,
    SettleRuns,
    ProcessIdentity,
    RunParts,
    accessMonitorOf(SettleRuns),
  ],
  exports: [SettlingsRepository],
})
export class SettlingModule {}

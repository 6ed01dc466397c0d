import { Module } from '@nestjs/common';
import { accessMonitorOf, ProcessIdentity } from '@polylogue/service-kit';
import { ClientsModule } from '../clients/clients.module.js';
import { StagingModule } from '../staging/staging.module.js';
import { RubricsModule } from '../rubrics/rubrics.module.js';
import { RunParts } from '../single-runs/single-runs.js';
import { AgreementMapsGrpc } from './agreement-maps.grpc.js';
import { AgreementMapsRepository } from './agreement-maps.repository.js';
import { AgreementMapsService } from './agreement-maps.service.js';
import { ClaimReadingService } from './claim-reading.service.js';
import { ClaimsGrpc } from './claims.grpc.js';
import { DefaultExtractorService } from './default-extractor.service.js';
import { ExtractionService } from './extraction.service.js';
import { ImportedMapsRepository } from './imported-maps.repository.js';
import { ImportedMapsService } from './imported-maps.service.js';
import { MapEstimatesService } from './map-estimates.service.js';
import { MapChanges } from './map-changes.service.js';
import { ExtractorCalls } from './extractor-calls.service.js';
import { ReadingEstimatesService } from './reading-estimates.service.js';
import { MapRuns } from './map-runs.service.js';
import { RunningMapsRepository } from './running-maps.repository.js';

@Module({
  imports: [ClientsModule, RubricsModule, StagingModule],
  controllers: [AgreementMapsGrpc, ClaimsGrpc],
  providers: [
    AgreementMapsRepository,
    RunningMapsRepository,
    AgreementMapsService,
    ClaimReadingService,
    DefaultExtractorService,
    ExtractionService,
    ImportedMapsRepository,
    ImportedMapsService,
    MapChanges,
    MapEstimatesService,
    ExtractorCalls,
    MapRuns,
    ReadingEstimatesService,
    ProcessIdentity,
    RunParts,
    accessMonitorOf(MapRuns),
  ],
  exports: [AgreementMapsRepository, AgreementMapsService, ImportedMapsService, MapChanges, RunningMapsRepository],
})
export class AgreementModule {}

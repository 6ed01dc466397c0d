import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { WatchGrpc } from './watch.grpc.js';
import { WatchReportsRepository } from './watch-reports.repository.js';
import { WatchRepository } from './watch.repository.js';
import { WatchService } from './watch.service.js';

const shared = [WatchRepository, WatchReportsRepository, WatchService];

@Module({ imports: [ClientsModule], controllers: [WatchGrpc], providers: shared, exports: shared })
export class WatchModule {}

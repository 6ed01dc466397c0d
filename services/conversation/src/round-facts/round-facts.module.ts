import { Module } from '@nestjs/common';
import { RoundFactsGrpc } from './round-facts.grpc.js';
import { RoundFactsRepository } from './round-facts.repository.js';
import { RoundFactsService } from './round-facts.service.js';

@Module({ controllers: [RoundFactsGrpc], providers: [RoundFactsService, RoundFactsRepository] })
export class RoundFactsModule {}

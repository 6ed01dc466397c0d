import { Module } from '@nestjs/common';
import { PinsGrpc } from './pins.grpc.js';
import { PinsRepository } from './pins.repository.js';
import { PinsService } from './pins.service.js';

@Module({ controllers: [PinsGrpc], providers: [PinsRepository, PinsService] })
export class PinsModule {}

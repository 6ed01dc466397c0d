import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { BlindRepository } from './blind.repository.js';
import { BlindService } from './blind.service.js';

@Module({
  imports: [ClientsModule],
  providers: [BlindRepository, BlindService],
  exports: [BlindRepository, BlindService],
})
export class BlindModule {}

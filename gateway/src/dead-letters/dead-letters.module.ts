import { Module } from '@nestjs/common';
import { DeadLettersController } from './dead-letters.controller.js';
import { DeadLettersService } from './dead-letters.service.js';

@Module({ controllers: [DeadLettersController], providers: [DeadLettersService] })
export class DeadLettersModule {}

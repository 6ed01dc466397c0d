import { Module } from '@nestjs/common';
import { PinsController } from './pins.controller.js';

@Module({ controllers: [PinsController] })
export class PinsModule {}

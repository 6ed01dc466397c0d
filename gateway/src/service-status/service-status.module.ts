import { Module } from '@nestjs/common';
import { ServiceStatusController } from './service-status.controller.js';

@Module({ controllers: [ServiceStatusController] })
export class ServiceStatusModule {}

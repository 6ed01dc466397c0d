import { Module } from '@nestjs/common';
import { QualityAssessmentsModule } from '../quality-assessments/quality-assessments.module.js';
import { ImportsController } from './imports.controller.js';
import { ImportsService } from './imports.service.js';

@Module({ imports: [QualityAssessmentsModule], controllers: [ImportsController], providers: [ImportsService] })
export class ImportsModule {}

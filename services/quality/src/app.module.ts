import { Module } from '@nestjs/common';
import { AssessmentsModule } from './assessments/assessments.module.js';

@Module({ imports: [AssessmentsModule] })
export class AppModule {}

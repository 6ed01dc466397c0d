import { Module } from '@nestjs/common';
import { AgreementModule } from './agreement/agreement.module.js';
import { AssessmentsModule } from './assessments/assessments.module.js';

@Module({ imports: [AgreementModule, AssessmentsModule] })
export class AppModule {}

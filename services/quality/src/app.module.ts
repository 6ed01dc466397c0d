import { Module } from '@nestjs/common';
import { AgreementModule } from './agreement/agreement.module.js';
import { AssessmentsModule } from './assessments/assessments.module.js';
import { MergedAnswersModule } from './merged-answers/merged-answers.module.js';

@Module({ imports: [AgreementModule, AssessmentsModule, MergedAnswersModule] })
export class AppModule {}

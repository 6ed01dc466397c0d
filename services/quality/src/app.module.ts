import { Module } from '@nestjs/common';
import { AgreementModule } from './agreement/agreement.module.js';
import { AssessmentsModule } from './assessments/assessments.module.js';
import { MergedAnswersModule } from './merged-answers/merged-answers.module.js';
import { SettlingModule } from './settling/settling.module.js';

@Module({ imports: [AgreementModule, SettlingModule, AssessmentsModule, MergedAnswersModule] })
export class AppModule {}

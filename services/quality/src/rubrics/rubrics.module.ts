import { Module } from '@nestjs/common';
import { JudgingSettingsGrpc } from './judging-settings.grpc.js';
import { JudgingSettingsRepository } from './judging-settings.repository.js';
import { JudgingSettingsService } from './judging-settings.service.js';
import { CurrentSettings } from './current-settings.service.js';
import { RubricVersions } from './rubric-versions.service.js';
import { RubricsGrpc } from './rubrics.grpc.js';
import { RubricsRepository } from './rubrics.repository.js';
import { RubricsService } from './rubrics.service.js';

/** What is judged by, and how: rubrics and the settings that name the usual one. */
@Module({
  controllers: [RubricsGrpc, JudgingSettingsGrpc],
  providers: [
    JudgingSettingsRepository,
    JudgingSettingsService,
    CurrentSettings,
    RubricsRepository,
    RubricsService,
    RubricVersions,
  ],
  exports: [CurrentSettings, RubricVersions],
})
export class RubricsModule {}

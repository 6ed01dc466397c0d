import { Module } from '@nestjs/common';
import { AgreementMapsModule } from '../agreement-maps/agreement-maps.module.js';
import { AiServicesModule } from '../ai-services/ai-services.module.js';
import { ComparisonsModule } from '../comparisons/comparisons.module.js';
import { ConversationsModule } from '../conversations/conversations.module.js';
import { ExportsModule } from '../exports/exports.module.js';
import { OpenAiModule } from '../openai/openai.module.js';
import { SavedQueriesModule } from '../saved-queries/saved-queries.module.js';
import { AgreementTools } from './agreement-tools.service.js';
import { ComparisonTools } from './comparison-tools.service.js';
import { McpController } from './mcp.controller.js';
import { McpServers } from './mcp-servers.service.js';
import { RunningTools } from './running-tools.js';
import { SavedQueryTools } from './saved-query-tools.service.js';

/** The Model Context Protocol, for agents with a key. */
@Module({
  imports: [
    AgreementMapsModule,
    AiServicesModule,
    ComparisonsModule,
    ConversationsModule,
    ExportsModule,
    OpenAiModule,
    SavedQueriesModule,
  ],
  controllers: [McpController],
  providers: [AgreementTools, ComparisonTools, McpServers, RunningTools, SavedQueryTools],
})
export class McpModule {}

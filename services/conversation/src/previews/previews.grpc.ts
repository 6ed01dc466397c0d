import { PreviewsServiceDefinition, type ListPreviewsRequest } from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { plainWords } from '../search/plain-words.rules.js';
import type { PreviewRow } from './previews.repository.js';
import { PreviewsService } from './previews.service.js';

@GrpcEndpoint(PreviewsServiceDefinition)
export class PreviewsGrpc implements GrpcHandlers<typeof PreviewsServiceDefinition> {
  constructor(private readonly previews: PreviewsService) {}

  async listPreviews({ userId }: ListPreviewsRequest, call: CallContext) {
    return { conversations: (await this.previews.list(call, userId)).map(toPreview) };
  }
}

const toPreview = (row: PreviewRow) => ({
  id: row.id,
  aiService: row.ai_service,
  title: row.title,
  lastMessage: plainWords(row.last_message),
  messageCount: row.message_count,
  updatedAt: row.updated_at,
});

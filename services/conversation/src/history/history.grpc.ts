import {
  HistoryServiceDefinition,
  type ClearDashboardRequest,
  type CommitImportRequest,
  type ContinueConversationRequest,
  type ConversationView,
  type DropImportPartsRequest,
  type FindConversationsRequest,
  type FoundItem,
  type StageImportRequest,
  type ViewItem,
  isUuid,
} from '@polylogue/proto';
import { GrpcEndpoint, mapStream, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { BroadcastReader } from '../broadcasts/broadcast-reader.service.js';
import { toBroadcastEvent } from '../broadcasts/broadcast.mapper.js';
import { BroadcastsService } from '../broadcasts/broadcasts.service.js';
import { badImport } from '../imports/imports.errors.js';
import { ImportsService } from '../imports/imports.service.js';
import { fromFindRequest, toFoundItems } from './found.mapper.js';
import { conversationNotFound } from './history.errors.js';
import { HistoryService } from './history.service.js';
import { RemovalService } from './removal.service.js';
import { toViewItems, wholeView } from './view.mapper.js';
import { ViewService } from './view.service.js';

@GrpcEndpoint(HistoryServiceDefinition)
export class HistoryGrpc implements GrpcHandlers<typeof HistoryServiceDefinition> {
  constructor(
    private readonly history: HistoryService,
    private readonly viewing: ViewService,
    private readonly removal: RemovalService,
    private readonly broadcasts: BroadcastsService,
    private readonly reader: BroadcastReader,
    private readonly imports: ImportsService,
  ) {}

  findConversations(request: FindConversationsRequest, call: CallContext): AsyncIterable<FoundItem> {
    const options = fromFindRequest(request);
    return toFoundItems(this.history.find(call.mustHaveCaller(), options), options.messages === 'none');
  }

  async getConversation(request: { id: string }, call: CallContext): Promise<ConversationView> {
    return wholeView(this.viewConversation(request, call));
  }

  viewConversation({ id }: { id: string }, call: CallContext): AsyncIterable<ViewItem> {
    const caller = call.mustHaveCaller();
    if (!isUuid(id)) throw conversationNotFound();
    return toViewItems(this.viewing.view(caller, id));
  }

  async clearDashboard({ aiServices }: ClearDashboardRequest, call: CallContext) {
    return { cleared: await this.removal.clear(call.mustHaveCaller(), aiServices) };
  }

  async deleteConversation({ id }: { id: string }, call: CallContext) {
    const caller = call.mustHaveCaller();
    if (!isUuid(id)) throw conversationNotFound();
    return { deleted: await this.removal.delete(caller, id) };
  }

  async deleteAllConversations(_request: object, call: CallContext) {
    return { deleted: await this.removal.deleteAll(call.mustHaveCaller()) };
  }

  async continueConversation(request: ContinueConversationRequest, call: CallContext) {
    const caller = call.mustHaveCaller();
    const { conversationId, message, aiServices, idempotencyKey } = request;
    if (!isUuid(conversationId)) throw conversationNotFound();
    const mode = aiServices.length === 1 ? ('individual' as const) : ('selective' as const);
    const input = { message, aiServices, mode, idempotencyKey };
    const broadcastId = await this.broadcasts.continue(caller, conversationId, input);
    return mapStream(this.reader.follow(caller.userId, broadcastId, 0, call.signal), toBroadcastEvent);
  }

  async stageImport(request: StageImportRequest, call: CallContext) {
    const staged = await this.imports.stage(call.mustHaveCaller(), {
      ...request,
      importId: validImport(request.importId),
    });
    return {
      conversations: staged.map(({ id, messages }) => ({
        id,
        messages: messages.map((message) => ({ id: message.id, broadcastId: message.broadcast_id ?? undefined })),
      })),
    };
  }

  async dropImportParts({ importId, fromPart }: DropImportPartsRequest, call: CallContext) {
    await this.imports.drop(call.mustHaveCaller(), validImport(importId), fromPart);
    return {};
  }

  async commitImport({ importId }: CommitImportRequest, call: CallContext) {
    return this.imports.commit(call.mustHaveCaller(), validImport(importId));
  }

  async discardImport({ importId }: { importId: string }, call: CallContext) {
    await this.imports.discard(call.mustHaveCaller(), validImport(importId));
    return {};
  }
}

function validImport(importId: string): string {
  if (!isUuid(importId)) throw badImport('The import has no valid id.');
  return importId;
}

import { Module } from '@nestjs/common';
import {
  baseConfig,
  defineService,
  enableRowSecurity,
  GrpcEndpoint,
  grantTo,
  sqlMigration,
  type CallContext,
  type GrpcHandlers,
} from '@polylogue/service-kit';
import {
  BroadcastsServiceDefinition,
  UsersServiceDefinition,
  type ApproveUserRequest,
  type BroadcastEvent,
  type CancelBroadcastRequest,
  type GetAccessRequest,
  type GetSetupRequest,
  type GetSetupResponse,
  type ResumeBroadcastRequest,
  type RetryReplyRequest,
  type SendMessageRequest,
  type SignUpRequest,
  type User,
  type VerifyPasswordRequest,
} from '@polylogue/proto';

/** What the endpoints of the sample do; each test says. */
export const script = {
  getAccess: undefined as undefined | ((request: GetAccessRequest, call: CallContext) => Promise<User>),
  cancelBroadcast: undefined as undefined | ((request: CancelBroadcastRequest, call: CallContext) => Promise<number>),
  sendMessage: undefined as
    | undefined
    | ((request: SendMessageRequest, call: CallContext) => AsyncIterable<BroadcastEvent>),
};

function unscripted(): never {
  throw new Error('not scripted');
}

@GrpcEndpoint(BroadcastsServiceDefinition)
class BroadcastsGrpc implements GrpcHandlers<typeof BroadcastsServiceDefinition> {
  sendMessage(request: SendMessageRequest, call: CallContext) {
    return (script.sendMessage ?? unscripted)(request, call);
  }
  async *resumeBroadcast(request: ResumeBroadcastRequest): AsyncGenerator<BroadcastEvent> {
    yield { id: request.afterId, event: undefined };
  }
  async cancelBroadcast(request: CancelBroadcastRequest, call: CallContext) {
    return { cancelled: await (script.cancelBroadcast ?? unscripted)(request, call) };
  }
  retryReply(_request: RetryReplyRequest): AsyncIterable<BroadcastEvent> {
    return unscripted();
  }
  continueComparison(): AsyncIterable<BroadcastEvent> {
    return unscripted();
  }
  replayBroadcast(): AsyncIterable<BroadcastEvent> {
    return unscripted();
  }
}

@GrpcEndpoint(UsersServiceDefinition)
class UsersGrpc implements GrpcHandlers<typeof UsersServiceDefinition> {
  getAccess(request: GetAccessRequest, call: CallContext) {
    return (script.getAccess ?? unscripted)(request, call);
  }
  signUp(_request: SignUpRequest): Promise<User> {
    return unscripted();
  }
  getSetup(_request: GetSetupRequest): Promise<GetSetupResponse> {
    return unscripted();
  }
  verifyPassword(_request: VerifyPasswordRequest): Promise<User> {
    return unscripted();
  }
  listDeniedUsers(): Promise<{ userIds: string[] }> {
    return unscripted();
  }
  listAccessChanges(): Promise<{ until: string; userIds: string[] }> {
    return unscripted();
  }
  listUsers(): Promise<{ users: User[] }> {
    return unscripted();
  }
  approveUser(_request: ApproveUserRequest): Promise<User> {
    return unscripted();
  }
}

@Module({ controllers: [BroadcastsGrpc, UsersGrpc] })
export class SampleModule {}

/** A migration with one table under row-level security. */
export const notesMigration = sqlMigration(
  '0001-notes',
  `CREATE TABLE conversation.notes (id serial PRIMARY KEY, user_id uuid NOT NULL, text text NOT NULL)`,
  enableRowSecurity('conversation.notes', 'user_id', ['SELECT']),
  `CREATE TABLE conversation.effects (event_id uuid, note text)`,
  grantTo('conversation.effects', 'worker', ['SELECT', 'INSERT']),
);

/** A slice that only exists to try the kit on. */
export const sample = defineService({
  name: 'conversation',
  module: SampleModule,
  config: baseConfig('conversation'),
  migrations: [notesMigration],
});

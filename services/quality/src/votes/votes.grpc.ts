import {
  VotesServiceDefinition,
  type CastSharedVoteRequest,
  type CastVoteRequest,
  type CountVotersRequest,
  type GetSharedVoteRequest,
  type GetVoteRequest,
  type GetVotesRequest,
  type ListNamesSeenRequest,
  type ListVotesRequest,
  type WithdrawSharedVoteRequest,
  type WithdrawVoteRequest,
} from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { fromRequest, toSharedVote, toVote } from './vote.mapper.js';
import { SharedVotesService } from './shared-votes.service.js';
import { VotesService } from './votes.service.js';

@GrpcEndpoint(VotesServiceDefinition)
export class VotesGrpc implements GrpcHandlers<typeof VotesServiceDefinition> {
  constructor(
    private readonly votes: VotesService,
    private readonly shared: SharedVotesService,
  ) {}

  async castVote(request: CastVoteRequest, call: CallContext) {
    const broadcastId = request.broadcastId.toLowerCase();
    return toVote(await this.votes.cast(call.mustHaveCaller(), broadcastId, fromRequest(request)));
  }

  async getVotes({ broadcastIds }: GetVotesRequest, call: CallContext) {
    return { votes: (await this.votes.list(call.mustHaveCaller(), broadcastIds)).map(toVote) };
  }

  async *listVotes(_request: ListVotesRequest, call: CallContext) {
    for await (const votes of this.votes.all(call.mustHaveCaller())) yield { votes: votes.map(toVote) };
  }

  async *listNamesSeen(_request: ListNamesSeenRequest, call: CallContext) {
    for await (const broadcastIds of this.votes.namesSeen(call.mustHaveCaller())) yield { broadcastIds };
  }

  async getVote({ broadcastId }: GetVoteRequest, call: CallContext) {
    const vote = await this.votes.get(call.mustHaveCaller(), broadcastId);
    return { vote: vote && toVote(vote), hasSeenNames: false };
  }

  async castSharedVote({ shareId, ...request }: CastSharedVoteRequest, call: CallContext) {
    const { vote, keys } = await this.shared.cast(call.mustHaveCaller(), shareId, fromRequest(request));
    return toSharedVote(vote, keys);
  }

  async getSharedVote({ shareId }: GetSharedVoteRequest, call: CallContext) {
    const { shared, hasSeenNames } = await this.shared.get(call.mustHaveCaller(), shareId);
    return { vote: shared && toSharedVote(shared.vote, shared.keys), hasSeenNames };
  }

  async withdrawSharedVote({ shareId }: WithdrawSharedVoteRequest, call: CallContext) {
    await this.shared.withdraw(call.mustHaveCaller(), shareId);
    return {};
  }

  async countVoters({ broadcastIds }: CountVotersRequest, call: CallContext) {
    return { rounds: await this.votes.countOthers(call.mustHaveCaller(), broadcastIds) };
  }

  async withdrawVote({ broadcastId }: WithdrawVoteRequest, call: CallContext) {
    await this.votes.withdraw(call.mustHaveCaller(), broadcastId);
    return {};
  }
}

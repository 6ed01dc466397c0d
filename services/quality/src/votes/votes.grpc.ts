import {
  VotesServiceDefinition,
  type CastVoteRequest,
  type GetVoteRequest,
  type GetVotesRequest,
  type ListVotesRequest,
  type WithdrawVoteRequest,
} from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { fromRequest, toVote } from './vote.mapper.js';
import { VotesService } from './votes.service.js';

@GrpcEndpoint(VotesServiceDefinition)
export class VotesGrpc implements GrpcHandlers<typeof VotesServiceDefinition> {
  constructor(private readonly votes: VotesService) {}

  async castVote(request: CastVoteRequest, call: CallContext) {
    return toVote(await this.votes.cast(call.mustHaveCaller(), fromRequest(request)));
  }

  async getVotes({ broadcastIds }: GetVotesRequest, call: CallContext) {
    return { votes: (await this.votes.list(call.mustHaveCaller(), broadcastIds)).map(toVote) };
  }

  async *listVotes(_request: ListVotesRequest, call: CallContext) {
    for await (const votes of this.votes.all(call.mustHaveCaller())) yield { votes: votes.map(toVote) };
  }

  async getVote({ broadcastId }: GetVoteRequest, call: CallContext) {
    const vote = await this.votes.get(call.mustHaveCaller(), broadcastId);
    return { vote: vote && toVote(vote) };
  }

  async withdrawVote({ broadcastId }: WithdrawVoteRequest, call: CallContext) {
    await this.votes.withdraw(call.mustHaveCaller(), broadcastId);
    return {};
  }
}

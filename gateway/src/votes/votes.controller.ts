import { Controller } from '@nestjs/common';
import { castVote, getVote, listVotes, revealRound, withdrawVote, type ValidBodyOf } from '@polylogue/api-contract';
import { PathId, ValidBody, ValidQuery } from '../http/input.js';
import { Serves } from '../http/serves.js';
import { VotesService } from './votes.service.js';

@Controller()
export class VotesController {
  constructor(private readonly votes: VotesService) {}

  @Serves(castVote)
  cast(@PathId() broadcastId: string, @ValidBody() body: ValidBodyOf<typeof castVote>) {
    return this.votes.cast(broadcastId, body);
  }

  @Serves(getVote)
  get(@PathId() broadcastId: string) {
    return this.votes.get(broadcastId);
  }

  @Serves(withdrawVote)
  async withdraw(@PathId() broadcastId: string) {
    await this.votes.withdraw(broadcastId);
  }

  @Serves(revealRound)
  reveal(@PathId() broadcastId: string) {
    return this.votes.reveal(broadcastId);
  }

  @Serves(listVotes)
  list(@ValidQuery() { broadcasts }: { broadcasts: string[] }) {
    return this.votes.list(broadcasts);
  }
}

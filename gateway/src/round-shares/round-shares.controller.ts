import { Controller } from '@nestjs/common';
import {
  castSharedVote,
  getSharedRound,
  listRoundShares,
  revokeRoundShare,
  shareRound,
  withdrawSharedVote,
  type ValidBodyOf,
} from '@polylogue/api-contract';
import { PathId, ValidBody, ValidQuery } from '../http/input.js';
import { Serves } from '../http/serves.js';
import { RoundSharesService } from './round-shares.service.js';

@Controller()
export class RoundSharesController {
  constructor(private readonly shares: RoundSharesService) {}

  @Serves(shareRound)
  share(@PathId() broadcastId: string, @ValidBody() body: ValidBodyOf<typeof shareRound>) {
    return this.shares.share(broadcastId, body);
  }

  @Serves(listRoundShares)
  list(@ValidQuery() { broadcast }: { broadcast?: string }) {
    return this.shares.list(broadcast);
  }

  @Serves(revokeRoundShare)
  async revoke(@PathId() id: string) {
    await this.shares.revoke(id);
  }

  @Serves(getSharedRound)
  read(@PathId() id: string) {
    return this.shares.read(id);
  }

  @Serves(castSharedVote)
  vote(@PathId() id: string, @ValidBody() body: ValidBodyOf<typeof castSharedVote>) {
    return this.shares.vote(id, body);
  }

  @Serves(withdrawSharedVote)
  async withdraw(@PathId() id: string) {
    await this.shares.withdraw(id);
  }
}

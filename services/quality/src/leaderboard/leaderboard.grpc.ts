import { LeaderboardServiceDefinition, type GetCalibrationRequest, type GetLeaderboardRequest } from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { toJudgeRow, toScoreRow } from './leaderboard.mapper.js';
import { LeaderboardService } from './leaderboard.service.js';

@GrpcEndpoint(LeaderboardServiceDefinition)
export class LeaderboardGrpc implements GrpcHandlers<typeof LeaderboardServiceDefinition> {
  constructor(private readonly leaderboard: LeaderboardService) {}

  async getLeaderboard({ byService, ...wanted }: GetLeaderboardRequest, call: CallContext) {
    const found = await this.leaderboard.leaderboard(call.mustHaveCaller(), wanted, byService);
    return { ...found, scores: found.scores.map(toScoreRow), calibrated: found.calibrated.map(toScoreRow) };
  }

  async getCalibration(wanted: GetCalibrationRequest, call: CallContext) {
    const found = await this.leaderboard.calibration(call.mustHaveCaller(), wanted);
    return { ...found, judges: found.judges.map(toJudgeRow) };
  }
}

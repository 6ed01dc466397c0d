import { LeaderboardServiceDefinition, type GetCalibrationRequest, type GetLeaderboardRequest } from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { toComparisons, toJudgeRow, toRubricRow, toScoreRow } from './leaderboard.mapper.js';
import { LeaderboardService } from './leaderboard.service.js';

@GrpcEndpoint(LeaderboardServiceDefinition)
export class LeaderboardGrpc implements GrpcHandlers<typeof LeaderboardServiceDefinition> {
  constructor(private readonly leaderboard: LeaderboardService) {}

  async getLeaderboard({ byService, ...wanted }: GetLeaderboardRequest, call: CallContext) {
    const found = await this.leaderboard.leaderboard(call.mustHaveCaller(), wanted, byService);
    const { scores, calibrated, rubric, rubrics } = found;
    return {
      ...found,
      scores: scores.map(toScoreRow),
      calibrated: calibrated.map(toScoreRow),
      rubric: toRubricRow(rubric),
      rubrics: rubrics.map(toRubricRow),
    };
  }

  async getCalibration(wanted: GetCalibrationRequest, call: CallContext) {
    const found = await this.leaderboard.calibration(call.mustHaveCaller(), wanted);
    const { judges, rubric, rubrics, comparisons } = found;
    return {
      ...found,
      judges: judges.map((judge) => toJudgeRow(judge, rubric)),
      comparisons: comparisons.map(toComparisons),
      rubric: toRubricRow(rubric),
      rubrics: rubrics.map(toRubricRow),
    };
  }
}

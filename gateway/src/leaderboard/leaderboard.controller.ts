import { Controller } from '@nestjs/common';
import {
  getCalibration,
  getInstallationCalibration,
  getInstallationLeaderboard,
  getLeaderboard,
} from '@polylogue/api-contract';
import type { z } from 'zod';
import { ValidQuery } from '../http/input.js';
import { Serves } from '../http/serves.js';
import { LeaderboardService } from './leaderboard.service.js';

type QueryOf<R extends { query?: z.ZodType }> = z.output<NonNullable<R['query']>>;

@Controller()
export class LeaderboardController {
  constructor(private readonly figures: LeaderboardService) {}

  @Serves(getLeaderboard)
  own(@ValidQuery() query: QueryOf<typeof getLeaderboard>) {
    return this.figures.leaderboard({ ...query, wholeInstallation: false });
  }

  @Serves(getCalibration)
  ownJudges(@ValidQuery() query: QueryOf<typeof getCalibration>) {
    return this.figures.calibration({ ...query, wholeInstallation: false });
  }

  @Serves(getInstallationLeaderboard)
  all(@ValidQuery() query: QueryOf<typeof getInstallationLeaderboard>) {
    return this.figures.leaderboard({ ...query, wholeInstallation: true });
  }

  @Serves(getInstallationCalibration)
  allJudges(@ValidQuery() query: QueryOf<typeof getInstallationCalibration>) {
    return this.figures.calibration({ ...query, wholeInstallation: true });
  }
}

import { Injectable } from '@nestjs/common';
import { builtInRubric, type Calibration, type Leaderboard } from '@polylogue/api-contract';
import { CatalogService } from '../ai-services/catalog.service.js';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { toCalibration, toLeaderboard } from './leaderboard.mapper.js';

interface Wanted {
  wholeInstallation: boolean;
  tag?: string | undefined;
  since?: string | undefined;
  rubric?: string | undefined;
  preferDefault?: boolean | undefined;
}

const fromWanted = ({ wholeInstallation, tag, since, rubric, preferDefault }: Wanted) => ({
  wholeInstallation,
  tag,
  since: since === undefined ? undefined : new Date(since),
  rubric: rubric === builtInRubric ? undefined : rubric,
  preferDefault: rubric === undefined ? preferDefault : undefined,
});

@Injectable()
export class LeaderboardService {
  constructor(
    @InjectClient('leaderboard') private readonly client: ClientOf<'leaderboard'>,
    private readonly catalog: CatalogService,
  ) {}

  async leaderboard({ by, ...wanted }: Wanted & { by: 'version' | 'service' }): Promise<Leaderboard> {
    const [figures, labelOf] = await Promise.all([
      this.client.getLeaderboard({ ...fromWanted(wanted), byService: by === 'service' }),
      this.catalog.labels(),
    ]);
    return toLeaderboard(figures, labelOf);
  }

  async calibration(wanted: Wanted): Promise<Calibration> {
    const [figures, labelOf] = await Promise.all([
      this.client.getCalibration(fromWanted(wanted)),
      this.catalog.labels(),
    ]);
    return toCalibration(figures, labelOf);
  }
}

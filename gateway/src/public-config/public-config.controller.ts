import { Controller, Inject, Req } from '@nestjs/common';
import type { Request } from 'express';
import { getConfig, type PublicConfig } from '@polylogue/api-contract';
import { CONFIG } from '@polylogue/service-kit';
import { SessionGuard } from '../auth/session.guard.js';
import type { GatewayConfig } from '../config.js';
import { Serves } from '../http/serves.js';
import { toCurrentUser } from '../users/users.mapper.js';

@Controller()
export class PublicConfigController {
  constructor(
    @Inject(CONFIG) private readonly config: GatewayConfig,
    private readonly guard: SessionGuard,
  ) {}

  @Serves(getConfig)
  async publicConfig(@Req() request: Request): Promise<PublicConfig> {
    const { BUILD_VERSION, BUILD_NUMBER, DEPLOYMENT_DATE, ADMIN_EMAIL } = this.config;
    return {
      productName: 'Polylogue',
      shortName: 'polylogue',
      build: { version: BUILD_VERSION, buildNumber: BUILD_NUMBER, deploymentDate: DEPLOYMENT_DATE },
      auth: 'local',
      adminEmail: (await this.isAdmin(request)) ? ADMIN_EMAIL : undefined,
    };
  }

  // The rest is for everybody, also while nobody can say who is asking.
  private async isAdmin(request: Request): Promise<boolean> {
    const user = await this.guard.userOf(request).catch(() => undefined);
    return user !== undefined && !user.isBlocked && toCurrentUser(user).role === 'admin';
  }
}

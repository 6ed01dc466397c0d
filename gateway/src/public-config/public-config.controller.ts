import { Controller, Inject, Req } from '@nestjs/common';
import { getConfig, shortName, type CurrentUser, type PublicConfig } from '@polylogue/api-contract';
import { CONFIG } from '@polylogue/service-kit';
import { AnnouncementsService } from '../announcements/announcements.service.js';
import { SessionGuard } from '../auth/session.guard.js';
import type { GatewayConfig } from '../config.js';
import { Serves } from '../http/serves.js';
import { SetupService } from '../sign-in/setup.service.js';
import { toCurrentUser } from '../auth/current-user.mapper.js';
import type { HttpRequest } from '../http/http-messages.js';

@Controller()
export class PublicConfigController {
  constructor(
    @Inject(CONFIG) private readonly config: GatewayConfig,
    private readonly guard: SessionGuard,
    private readonly announcements: AnnouncementsService,
    private readonly setup: SetupService,
  ) {}

  @Serves(getConfig)
  async publicConfig(@Req() request: HttpRequest): Promise<PublicConfig> {
    const { BUILD_VERSION, BUILD_NUMBER, DEPLOYMENT_DATE, ADMIN_EMAIL } = this.config;
    const [user, announcement, needsSetupCode] = await Promise.all([
      this.userOf(request),
      this.announcements.current(),
      this.setup.needsCode(),
    ]);
    return {
      productName: 'Polylogue',
      shortName,
      build: { version: BUILD_VERSION, buildNumber: BUILD_NUMBER, deploymentDate: DEPLOYMENT_DATE },
      auth: this.config.OIDC_ISSUER === undefined ? 'local' : 'oidc',
      announcement: user || announcement?.isPublic ? announcement : undefined,
      needsSetupCode: needsSetupCode || undefined,
      adminEmail: user?.role === 'admin' ? ADMIN_EMAIL : undefined,
    };
  }

  // The rest is public, also while admin cannot say who the caller is.
  private async userOf(request: HttpRequest): Promise<CurrentUser | undefined> {
    const user = await this.guard.userOf(request).catch(() => undefined);
    return user && !user.isBlocked ? toCurrentUser(user) : undefined;
  }
}

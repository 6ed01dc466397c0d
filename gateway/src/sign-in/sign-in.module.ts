import { Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { CONFIG } from '@polylogue/service-kit';
import type { GatewayConfig } from '../config.js';
import { CodeFlow } from '../oidc/code-flow.service.js';
import { Issuer } from '../oidc/issuer.js';
import { LogoutTokens } from '../oidc/logout-token.service.js';
import { OidcProvider } from '../oidc/oidc.provider.js';
import { OidcSettings, oidcSettingsOf } from '../oidc/oidc-settings.js';
import { Transactions } from '../oidc/transactions.service.js';
import { BackchannelLogoutController } from './backchannel-logout.controller.js';
import { LocalProvider } from './local.provider.js';
import { SetupService } from '../setup/setup.service.js';
import { SignInController } from './sign-in.controller.js';
import { SignInRecords } from './sign-in-records.service.js';
import { SignInService } from './sign-in.service.js';
import { Tries } from '../throttling/attempts.service.js';

@Module({
  imports: [PassportModule],
  controllers: [SignInController, BackchannelLogoutController],
  providers: [
    {
      provide: OidcSettings,
      inject: [CONFIG],
      useFactory: (config: GatewayConfig) => oidcSettingsOf(config),
    },
    SetupService,
    SignInService,
    SignInRecords,
    LocalProvider,
    Tries,
    Issuer,
    Transactions,
    CodeFlow,
    OidcProvider,
    LogoutTokens,
  ],
  exports: [SetupService, Tries],
})
export class SignInModule {}

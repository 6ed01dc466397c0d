import { Module } from '@nestjs/common';
import { CONFIG } from '@polylogue/service-kit';
import type { GatewayConfig } from '../config.js';
import { ThrottlingModule } from '../throttling/throttling.module.js';
import { CodeFlow } from './code-flow.service.js';
import { Issuer } from './issuer.js';
import { LogoutTokens } from './logout-token.service.js';
import { OidcProvider } from './oidc.provider.js';
import { OidcSettings, oidcSettingsOf } from './oidc-settings.js';
import { Transactions } from './transactions.service.js';

@Module({
  imports: [ThrottlingModule],
  providers: [
    { provide: OidcSettings, inject: [CONFIG], useFactory: (config: GatewayConfig) => oidcSettingsOf(config) },
    Issuer,
    Transactions,
    CodeFlow,
    OidcProvider,
    LogoutTokens,
  ],
  exports: [OidcSettings, CodeFlow, LogoutTokens],
})
export class OidcModule {}

import { Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { OidcModule } from '../oidc/oidc.module.js';
import { ThrottlingModule } from '../throttling/throttling.module.js';
import { BackchannelLogoutController } from './backchannel-logout.controller.js';
import { LocalProvider } from './local.provider.js';
import { PasswordResetsController } from './password-resets.controller.js';
import { PasswordResetsService } from './password-resets.service.js';
import { SetupService } from './setup.service.js';
import { SignInController } from './sign-in.controller.js';
import { SignInRecords } from './sign-in-records.service.js';
import { SignInService } from './sign-in.service.js';

@Module({
  imports: [PassportModule, OidcModule, ThrottlingModule],
  controllers: [SignInController, PasswordResetsController, BackchannelLogoutController],
  providers: [SetupService, SignInService, PasswordResetsService, SignInRecords, LocalProvider],
  exports: [SetupService, PasswordResetsService, SignInRecords],
})
export class SignInModule {}

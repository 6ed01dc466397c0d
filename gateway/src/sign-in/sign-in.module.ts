import { Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { ThrottlerModule } from '@nestjs/throttler';
import { CONFIG } from '@polylogue/service-kit';
import type { GatewayConfig } from '../config.js';
import { LocalProvider } from './local.provider.js';
import { SignInController } from './sign-in.controller.js';
import { SignInService } from './sign-in.service.js';
import { Tries } from './tries.js';

const windowMs = 5 * 60_000;

@Module({ providers: [Tries], exports: [Tries] })
export class TriesModule {}

@Module({
  imports: [
    PassportModule,
    TriesModule,
    ThrottlerModule.forRootAsync({
      imports: [TriesModule],
      inject: [CONFIG, Tries],
      useFactory: (config: GatewayConfig, storage: Tries) => ({
        storage,
        setHeaders: false,
        throttlers: [
          { name: 'account', ttl: windowMs, limit: config.SIGN_IN_TRIES },
          { name: 'address', ttl: windowMs, limit: config.SIGN_IN_TRIES_PER_ADDRESS },
        ],
      }),
    }),
  ],
  controllers: [SignInController],
  providers: [SignInService, LocalProvider],
  exports: [TriesModule],
})
export class SignInModule {}

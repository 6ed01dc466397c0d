import { Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { LocalProvider } from './local.provider.js';
import { SignInController } from './sign-in.controller.js';
import { SignInService } from './sign-in.service.js';
import { Tries } from './tries.js';

@Module({
  imports: [PassportModule],
  controllers: [SignInController],
  providers: [SignInService, LocalProvider, Tries],
  exports: [Tries],
})
export class SignInModule {}

import { Module } from '@nestjs/common';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { AccountController } from './account.controller.js';
import { AccountService } from './account.service.js';

@Module({ imports: [SignInModule], controllers: [AccountController], providers: [AccountService] })
export class AccountModule {}

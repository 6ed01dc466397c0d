import { Module } from '@nestjs/common';
import { AiServicesModule } from '../ai-services/ai-services.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { FreshAnswers } from './fresh-answers.js';
import { UserNames } from './user-names.js';
import { UsersController } from './users.controller.js';
import { UsersService } from './users.service.js';

@Module({
  imports: [AiServicesModule, SignInModule],
  controllers: [UsersController],
  providers: [UsersService, FreshAnswers, UserNames],
  exports: [UserNames],
})
export class UsersModule {}

import { Module } from '@nestjs/common';
import { Attempts } from './attempts.service.js';
import { UserCalls } from './user-calls.service.js';

@Module({
  providers: [Attempts, UserCalls],
  exports: [Attempts, UserCalls],
})
export class ThrottlingModule {}

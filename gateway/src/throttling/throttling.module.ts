import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { Attempts } from './attempts.service.js';
import { CallsInTurn } from './calls-in-turn.js';
import { UserCalls } from './user-calls.service.js';

@Module({
  providers: [Attempts, UserCalls, { provide: APP_INTERCEPTOR, useClass: CallsInTurn }],
  exports: [Attempts, UserCalls],
})
export class ThrottlingModule {}

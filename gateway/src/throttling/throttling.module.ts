import { Module } from '@nestjs/common';
import { Attempts } from './attempts.service.js';

@Module({ providers: [Attempts], exports: [Attempts] })
export class ThrottlingModule {}

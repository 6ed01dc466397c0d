import { Module } from '@nestjs/common';
import { Tries } from './attempts.service.js';

@Module({ providers: [Tries], exports: [Tries] })
export class ThrottlingModule {}

import { Module } from '@nestjs/common';
import { NetworkPolicy } from './network-policy.js';

@Module({ providers: [NetworkPolicy], exports: [NetworkPolicy] })
export class NetworkModule {}

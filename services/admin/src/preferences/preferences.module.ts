import { Module } from '@nestjs/common';
import { PreferencesGrpc } from './preferences.grpc.js';
import { PreferencesService } from './preferences.service.js';

@Module({ controllers: [PreferencesGrpc], providers: [PreferencesService] })
export class PreferencesModule {}

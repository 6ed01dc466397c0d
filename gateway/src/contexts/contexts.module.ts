import { Module } from '@nestjs/common';
import { ContextsController } from './contexts.controller.js';

@Module({ controllers: [ContextsController] })
export class ContextsModule {}

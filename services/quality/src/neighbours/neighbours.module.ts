import { Module } from '@nestjs/common';
import { AllowanceClient } from './allowance.client.js';
import { CatalogClient } from './catalog.client.js';
import { DispatchClient } from './dispatch.client.js';
import { OwnersClient } from './owners.client.js';
import { RepliesClient } from './replies.client.js';

const clients = [AllowanceClient, CatalogClient, DispatchClient, OwnersClient, RepliesClient];

/** The services this one asks. */
@Module({ providers: clients, exports: clients })
export class NeighboursModule {}

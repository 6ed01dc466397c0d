import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import {
  AnalyticsServiceDefinition,
  AnnouncementsServiceDefinition,
  AuditServiceDefinition,
  PeopleServiceDefinition,
  PreviewsServiceDefinition,
} from '@polylogue/proto';
import { AnalyticsClient } from './analytics.client.js';
import { AnnouncementsClient } from './announcements.client.js';
import { AuditClient } from './audit.client.js';
import { provideClient } from './clients.module.js';
import { PeopleClient } from './people.client.js';
import { PreviewsClient } from './previews.client.js';

const clients = [
  provideClient(PeopleClient, PeopleServiceDefinition, (config) => config.ADMIN_GRPC_URL),
  provideClient(AnalyticsClient, AnalyticsServiceDefinition, (config) => config.ADMIN_GRPC_URL),
  provideClient(AnnouncementsClient, AnnouncementsServiceDefinition, (config) => config.ADMIN_GRPC_URL),
  provideClient(AuditClient, AuditServiceDefinition, (config) => config.ADMIN_GRPC_URL),
  provideClient(PreviewsClient, PreviewsServiceDefinition, (config) => config.CONVERSATION_GRPC_URL),
];

/** The clients of what administrators, and people about themselves, ask. */
@Global()
@Module({ providers: clients, exports: clients.map(({ provide }) => provide) })
export class AdminClientsModule implements OnApplicationShutdown {
  constructor(
    @Inject(PeopleClient) private readonly people: PeopleClient,
    @Inject(AnalyticsClient) private readonly analytics: AnalyticsClient,
    @Inject(AnnouncementsClient) private readonly announcements: AnnouncementsClient,
    @Inject(AuditClient) private readonly audit: AuditClient,
    @Inject(PreviewsClient) private readonly previews: PreviewsClient,
  ) {}

  onApplicationShutdown(): void {
    const clients = [this.people, this.analytics, this.announcements, this.audit, this.previews];
    for (const client of clients) client.close();
  }
}

import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { AssessmentsServiceDefinition } from '@polylogue/proto';
import { CallerSigner, CONFIG, grpcClient } from '@polylogue/service-kit';
import type { GatewayConfig } from '../config.js';
import { AssessmentsClient } from './assessments.client.js';
import { QualityAssessmentsController } from './quality-assessments.controller.js';
import { QualityAssessmentsService } from './quality-assessments.service.js';

@Module({
  controllers: [QualityAssessmentsController],
  exports: [AssessmentsClient],
  providers: [
    QualityAssessmentsService,
    {
      provide: AssessmentsClient,
      inject: [CONFIG, CallerSigner],
      useFactory: ({ QUALITY_GRPC_URL: url }: GatewayConfig, signer: CallerSigner) =>
        grpcClient(AssessmentsServiceDefinition, { url, signer }),
    },
  ],
})
export class QualityAssessmentsModule implements OnApplicationShutdown {
  constructor(@Inject(AssessmentsClient) private readonly client: AssessmentsClient) {}

  onApplicationShutdown(): void {
    this.client.close();
  }
}

import { Controller, Inject } from '@nestjs/common';
import { getServiceStatus, sliceNames, type ServiceStatus, type SliceName } from '@polylogue/api-contract';
import { AppError, Operations } from '@polylogue/service-kit';
import { OperationsClients } from '../clients/operations-clients.js';
import { Serves } from '../http/serves.js';
import { awayStatus, toStatus } from './service-status.mapper.js';

const answerMs = 3_000;

@Controller()
export class ServiceStatusController {
  constructor(
    private readonly own: Operations,
    @Inject(OperationsClients) private readonly clients: OperationsClients,
  ) {}

  @Serves(getServiceStatus)
  status(): Promise<ServiceStatus[]> {
    return Promise.all(
      sliceNames.map((name) =>
        this.statusOf(name).catch((error: unknown) =>
          awayStatus(name, AppError.is(error) ? error.sentence : 'It does not answer.'),
        ),
      ),
    );
  }

  private async statusOf(name: SliceName): Promise<ServiceStatus> {
    if (name === 'gateway') return toStatus(name, await this.own.status());
    const report = await this.clients.get(name)?.getStatus({}, { deadlineMs: answerMs });
    return report ? toStatus(name, report) : awayStatus(name, 'Nobody knows where it is.');
  }
}

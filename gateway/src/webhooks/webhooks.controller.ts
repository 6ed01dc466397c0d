import { Controller, Req } from '@nestjs/common';
import { deleteWebhook, getWebhook, receiveWebhook, renewWebhook, type ValidBodyOf } from '@polylogue/api-contract';
import { bytesOf } from '../http/bodies.js';
import { PathNumber, ValidBody } from '../http/input.js';
import { Serves } from '../http/serves.js';
import { WebhooksService } from './webhooks.service.js';
import type { HttpRequest } from '../http/http-messages.js';

@Controller()
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Serves(getWebhook)
  get(@PathNumber() id: number) {
    return this.webhooks.get(id);
  }

  @Serves(renewWebhook)
  renew(@PathNumber() id: number) {
    return this.webhooks.renew(id);
  }

  @Serves(deleteWebhook)
  async delete(@PathNumber() id: number): Promise<void> {
    await this.webhooks.delete(id);
  }

  @Serves(receiveWebhook)
  receive(
    @PathNumber() id: number,
    @ValidBody() { variables }: ValidBodyOf<typeof receiveWebhook>,
    @Req() request: HttpRequest,
  ) {
    return this.webhooks.receive(id, request.headers, bytesOf(request), variables);
  }
}

import { Controller, Inject } from '@nestjs/common';
import { pinReply, type ValidBodyOf } from '@polylogue/api-contract';
import { PinsClient } from '../clients/pins.client.js';
import { PathId, ValidBody } from '../http/input.js';
import { Serves } from '../http/serves.js';

@Controller()
export class PinsController {
  constructor(@Inject(PinsClient) private readonly pins: PinsClient) {}

  @Serves(pinReply)
  async pin(@PathId() broadcastId: string, @ValidBody() body: ValidBodyOf<typeof pinReply>) {
    const { messageId } = await this.pins.pinReply({ broadcastId, messageId: body.messageId ?? undefined });
    return { messageId: messageId ?? null };
  }
}

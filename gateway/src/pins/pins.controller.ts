import { Controller } from '@nestjs/common';
import { pinReply, type ValidBodyOf } from '@polylogue/api-contract';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { PathId, ValidBody } from '../http/input.js';
import { Serves } from '../http/serves.js';

@Controller()
export class PinsController {
  constructor(@InjectClient('pins') private readonly pins: ClientOf<'pins'>) {}

  @Serves(pinReply)
  async pin(@PathId() broadcastId: string, @ValidBody() body: ValidBodyOf<typeof pinReply>) {
    const { messageId } = await this.pins.pinReply({ broadcastId, messageId: body.messageId ?? undefined });
    return { messageId: messageId ?? null };
  }
}

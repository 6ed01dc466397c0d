import { Controller, Res } from '@nestjs/common';
import type { Response } from 'express';
import { listConversations } from '@polylogue/api-contract';
import { ValidQuery } from '../http/input.js';
import { writeArray } from '../http/json-array.js';
import { Serves } from '../http/serves.js';
import { ConversationsService } from './conversations.service.js';

@Controller()
export class ConversationsController {
  constructor(private readonly conversations: ConversationsService) {}

  @Serves(listConversations)
  async list(@ValidQuery() query: { includeAll?: boolean; limit?: number }, @Res() response: Response) {
    const { includeAll = false, limit = 0 } = query;
    await writeArray(response, (signal) => this.conversations.list(includeAll, limit, signal));
  }
}

import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';

export interface PreviewRow {
  id: string;
  ai_service: string;
  title: string;
  last_message: string;
  message_count: number;
  updated_at: Date;
}

@Injectable()
export class PreviewsRepository {
  list(tx: Transaction, userId: string): Promise<PreviewRow[]> {
    return tx.query<PreviewRow[]>('SELECT * FROM conversation.latest_previews($1)', [userId]);
  }
}

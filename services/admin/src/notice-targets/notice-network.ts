import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, NetworkPolicy } from '@polylogue/service-kit';
import type { AdminConfig } from '../config.js';
import { smtpServerOf } from './smtp-server.rules.js';

/** Which networks notices may go to: the internet, what the operator allows, and the mail server they configured. */
@Injectable()
export class NoticeNetwork extends NetworkPolicy {
  constructor(@Inject(CONFIG) config: Pick<AdminConfig, 'ADMIN_ALLOWED_NETWORKS' | 'SMTP_URL'>) {
    const smtp = config.SMTP_URL === undefined ? [] : [smtpServerOf(config.SMTP_URL).asHttp];
    super({ allowed: config.ADMIN_ALLOWED_NETWORKS, trusted: smtp });
  }
}

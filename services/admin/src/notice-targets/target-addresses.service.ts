import { Injectable } from '@nestjs/common';
import { MailClient } from './mail.client.js';
import type { TargetKind } from './notice-target.entity.js';
import { NoticeNetwork } from './notice-network.js';
import { invalidAddress, noMail } from './notice-targets.errors.js';
import { readAddress } from './target-choice.rules.js';

/** Reports to a user at once what sending would refuse later. */
@Injectable()
export class TargetAddresses {
  constructor(
    private readonly network: NoticeNetwork,
    private readonly mail: MailClient,
  ) {}

  get sendsMail(): boolean {
    return this.mail.settings !== undefined;
  }

  async read(kind: TargetKind, written: string): Promise<string> {
    if (kind === 'email' && !this.sendsMail) throw noMail();
    const found = readAddress(kind, written);
    if ('fault' in found) throw invalidAddress(found.fault);
    if (kind !== 'email') await this.#mustBeAllowed(new URL(found.address));
    return found.address;
  }

  async #mustBeAllowed(url: URL): Promise<void> {
    const reach = await this.network.judge(url);
    if (reach === 'forbidden') {
      throw invalidAddress(
        'This address is in a network that is not allowed here. Whoever runs this server can allow it in ADMIN_ALLOWED_NETWORKS.',
      );
    }
    if (url.protocol === 'http:' && reach !== 'own') {
      throw invalidAddress('Use https://: over http:// every notice could be read on its way.');
    }
  }
}

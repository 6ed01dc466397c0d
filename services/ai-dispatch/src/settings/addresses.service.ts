import { Injectable } from '@nestjs/common';
import { NetworkPolicy } from '../network/network-policy.js';
import { badService } from './settings.errors.js';

/** Reports to an administrator at once what connecting would refuse later. */
@Injectable()
export class AddressesService {
  constructor(private readonly network: NetworkPolicy) {}

  async mustBeAllowed(baseUrl: string): Promise<void> {
    const url = new URL(baseUrl);
    const reach = await this.network.judge(url);
    if (reach === 'forbidden') {
      throw refused(
        'This address is in a network that is not allowed here. Whoever runs this server can allow it in AI_DISPATCH_ALLOWED_NETWORKS.',
      );
    }
    if (url.protocol === 'http:' && reach !== 'own') {
      throw refused('Use https://: over http:// the key and every message could be read on their way.');
    }
  }
}

const refused = (message: string) => badService([{ path: 'baseUrl', message }]);

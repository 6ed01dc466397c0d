import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, NetworkPolicy as SharedPolicy } from '@polylogue/service-kit';
import type { AiDispatchConfig } from '../config.js';

type NetworkKey = 'AI_DISPATCH_ALLOWED_NETWORKS' | 'OLLAMA_URL' | 'LM_STUDIO_URL' | 'DEMO_URL';

/** Which networks providers may be in: the internet, what the operator allows, and where local programs are looked for. */
@Injectable()
export class NetworkPolicy extends SharedPolicy {
  constructor(@Inject(CONFIG) config: Pick<AiDispatchConfig, NetworkKey>) {
    const local = [config.OLLAMA_URL, config.LM_STUDIO_URL, config.DEMO_URL];
    super({
      allowed: config.AI_DISPATCH_ALLOWED_NETWORKS,
      trusted: local.filter((url): url is string => url !== undefined && url !== 'off'),
    });
  }
}

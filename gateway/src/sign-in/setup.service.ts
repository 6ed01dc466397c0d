import { Inject, Injectable } from '@nestjs/common';
import { CallerSigner, CONFIG, LOGGER, type Logger } from '@polylogue/service-kit';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { isExposed, type GatewayConfig } from '../config.js';

const deadlineMs = 1_000;

/** What the first account of an installation needs; admin decides it. */
@Injectable()
export class SetupService {
  #isOver = false;

  constructor(
    @InjectClient('users') private readonly users: ClientOf<'users'>,
    private readonly signer: CallerSigner,
    @Inject(CONFIG) private readonly config: GatewayConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Whether there is no account yet, and the first one needs the setup code. */
  async needsCode(): Promise<boolean> {
    if (this.#isOver) return false;
    try {
      const options = { callerToken: this.signer.asService(), deadlineMs };
      const { needsCode } = await this.users.getSetup({ isExposed: isExposed(this.config) }, options);
      // What is not needed now never is: accounts only become more.
      this.#isOver = !needsCode;
      return needsCode;
    } catch (error) {
      // The page is public, also while admin is away; it has a field for the code once admin refused without one.
      this.logger.debug({ err: error }, 'admin did not answer whether the first account needs a setup code');
      return false;
    }
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import passport from 'passport';
import { role, type User } from '@polylogue/proto';
import { CallerSigner, CONFIG } from '@polylogue/service-kit';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { isExposed, type GatewayConfig } from '../config.js';
import { CodeFlow } from './code-flow.service.js';
import type { HttpRequest } from '../http/http-messages.js';

const deadlineMs = 5_000;

type Verify = (
  request: HttpRequest,
  done: (error: unknown, user?: User | null, info?: Express.AuthInfo) => void,
) => void;

/** The shape passport gives a way to sign in; what is done stands in `CodeFlow`. */
class CallbackStrategy extends passport.Strategy {
  constructor(private readonly verify: Verify) {
    super();
  }

  override authenticate(request: HttpRequest): void {
    this.verify(request, (error, user, info) => (user ? this.success(user, info) : this.error(error)));
  }
}

/** Passport's way to an account that the issuer vouches for. */
@Injectable()
export class OidcProvider extends PassportStrategy(CallbackStrategy, 'oidc') {
  constructor(
    private readonly flow: CodeFlow,
    private readonly signer: CallerSigner,
    @Inject(CONFIG) private readonly config: GatewayConfig,
    @InjectClient('accounts') private readonly accounts: ClientOf<'accounts'>,
  ) {
    super();
  }

  /** The account, and what the callback brings beside it. */
  async validate(request: HttpRequest): Promise<[User, Express.AuthInfo]> {
    const { user: claimed, ...arrival } = await this.flow.arrive(request);
    const wanted = claimed.role === undefined ? undefined : role.fromWord(claimed.role);
    const asGateway = { callerToken: this.signer.asService(), deadlineMs };
    const account = { ...claimed, role: wanted, isExposed: isExposed(this.config) };
    const user = await this.accounts.signInFromIssuer(account, asGateway);
    return [user, arrival];
  }
}

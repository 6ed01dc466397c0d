import { randomUUID as uuid } from 'node:crypto';
import { promisify } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import type { CurrentUser, signUp, ValidBodyOf } from '@polylogue/api-contract';
import type { User } from '@polylogue/proto';
import { CallerSigner, CONFIG } from '@polylogue/service-kit';
import { AccessService } from '../auth/access.service.js';
import { OpenStreams } from '../auth/open-streams.js';
import { SessionPresence } from '../auth/session-presence.service.js';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { isExposed, type GatewayConfig } from '../config.js';
import { deviceOf } from './device.rules.js';
import type { HttpRequest } from '../http/http-messages.js';

// Hashing takes its time, and waits its turn when many sign in at once.
const deadlineMs = 10_000;

/** Accounts are admin's; the session that follows from one is ours. */
@Injectable()
export class SignInService {
  constructor(
    @InjectClient('users') private readonly users: ClientOf<'users'>,
    private readonly signer: CallerSigner,
    private readonly access: AccessService,
    private readonly streams: OpenStreams,
    private readonly presence: SessionPresence,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  verify(email: string, password: string): Promise<User> {
    return this.users.verifyPassword({ email, password }, this.asGateway());
  }

  signUp({ email, password, firstName, lastName, setupCode }: ValidBodyOf<typeof signUp>): Promise<User> {
    const account = { email, password, firstName, lastName, setupCode, isExposed: isExposed(this.config) };
    return this.users.signUp(account, this.asGateway());
  }

  /** Whether the session of a request is of a user who may still sign in. */
  async isSignedIn({ session }: HttpRequest): Promise<boolean> {
    const user = session.userId && (await this.access.userOf(session.userId));
    return Boolean(user && !user.isBlocked);
  }

  /** Begins a session under a new id: one that was planted before the sign-in is worth nothing after it. */
  async begin(
    request: HttpRequest,
    user: Pick<CurrentUser, 'id'>,
    issued?: HttpRequest['session']['issued'],
  ): Promise<void> {
    const { session } = request;
    await promisify(session.regenerate.bind(session))();
    const now = new Date().toISOString();
    const device = deviceOf(request.headers['user-agent']);
    Object.assign(request.session, {
      userId: user.id,
      publicId: uuid(),
      startedAt: now,
      lastSeenAt: now,
      device,
      issued,
    });
    await promisify(request.session.save.bind(request.session))();
    this.access.forget(user.id);
    this.presence.see(request);
  }

  async end(request: HttpRequest): Promise<void> {
    const { session, sessionID } = request;
    const { userId, publicId, startedAt } = session;
    await promisify(session.destroy.bind(session))();
    if (userId && publicId && startedAt) this.presence.ended({ userId, publicId, startedAt: new Date(startedAt) });
    this.streams.endSession(sessionID);
  }

  private asGateway() {
    return { callerToken: this.signer.asService(), deadlineMs };
  }
}

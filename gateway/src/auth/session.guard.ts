import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { CallerSigner, currentContext } from '@polylogue/service-kit';
import { Role, role, type User } from '@polylogue/proto';
import { KeyAccess } from '../key-access/key-access.service.js';
import { keyTokenOf } from '../http/bearer-key.rules.js';
import { routeOf } from '../http/serves.js';
import { mustHaveAccess } from './access.rules.js';
import { AccessService } from './access.service.js';
import { SessionPresence } from './session-presence.service.js';
import type { HttpRequest } from '../http/http-messages.js';

/**
 * Session or API key, then who that is, then whether the route is for them. A handler without a route is for admins. A
 * key's user counts as no administrator, whatever their role.
 */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(
    private readonly access: AccessService,
    private readonly signer: CallerSigner,
    private readonly presence: SessionPresence,
    private readonly keys: KeyAccess,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const route = routeOf(context);
    const wanted = route?.access ?? 'admin';
    const request = context.switchToHttp().getRequest<HttpRequest>();
    const token = keyTokenOf(request.headers.authorization);
    if (token !== undefined) await this.keys.admit(request, route, token);
    if (wanted === 'public') return true;
    const known = await this.userOf(request);
    const user = known && token !== undefined ? { ...known, role: Role.USER } : known;
    request.user = user;
    mustHaveAccess(wanted, user);
    if (user) {
      this.actFor(user);
      this.presence.see(request);
    }
    return true;
  }

  /** The signed-in user of a request, remembered on it. */
  async userOf(request: HttpRequest): Promise<User | undefined> {
    const { userId } = request.session;
    request.user = userId === undefined ? undefined : await this.access.userOf(userId);
    return request.user;
  }

  // From here on every gRPC call of this request carries the user.
  private actFor(user: User): void {
    const context = currentContext();
    if (!context) throw new Error('A request is served outside a request context.');
    const { id: userId, isApproved } = user;
    context.userId = userId;
    const { apiKey } = context;
    context.callerToken = this.signer.forSession({ userId, role: role.toWord(user.role), isApproved, apiKey });
  }
}

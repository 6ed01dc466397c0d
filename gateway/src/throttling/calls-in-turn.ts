import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { routeOf } from '../http/serves.js';
import { queueOf } from './queues.rules.js';
import { UserCalls } from './user-calls.service.js';
import type { HttpRequest, HttpResponse } from '../http/http-messages.js';

/** Lets a call begin when its user has a slot: once it is known whose it is, and its body has come. */
@Injectable()
export class CallsInTurn implements CanActivate {
  constructor(private readonly calls: UserCalls) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const route = routeOf(context);
    const http = context.switchToHttp();
    const queue = route && queueOf(route);
    if (queue) await this.calls.enter(queue, http.getRequest<HttpRequest>(), http.getResponse<HttpResponse>());
    return true;
  }
}

import { Controller, Req, Res } from '@nestjs/common';
import {
  approveUser,
  countUsers,
  createPasswordReset,
  eraseUser,
  getAnalytics,
  listUserConversations,
  listUsers,
  setUserBlocked,
  setUserRole,
  signOutUser,
  type ValidBodyOf,
} from '@polylogue/api-contract';
import type { z } from 'zod';
import { PathId, ValidBody, ValidQuery } from '../http/input.js';
import { Serves } from '../http/serves.js';
import { PasswordResetsService } from '../sign-in/password-resets.service.js';
import { UsersService } from './users.service.js';
import type { HttpRequest, HttpResponse } from '../http/http-messages.js';

@Controller()
export class UsersController {
  constructor(
    private readonly users: UsersService,
    private readonly resets: PasswordResetsService,
  ) {}

  @Serves(listUsers)
  async list(
    @ValidQuery() search: z.output<NonNullable<(typeof listUsers)['query']>>,
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ) {
    (await this.users.list(search)).sendTo(request, response);
  }

  @Serves(countUsers)
  async count(@ValidQuery() { q }: { q?: string }, @Req() request: HttpRequest, @Res() response: HttpResponse) {
    (await this.users.count(q)).sendTo(request, response);
  }

  @Serves(approveUser)
  approve(@PathId() id: string) {
    return this.users.approve(id);
  }

  @Serves(setUserRole)
  setRole(@PathId() id: string, @ValidBody() { role }: ValidBodyOf<typeof setUserRole>) {
    return this.users.setRole(id, role);
  }

  @Serves(setUserBlocked)
  setBlocked(@PathId() id: string, @ValidBody() { isBlocked }: ValidBodyOf<typeof setUserBlocked>) {
    return this.users.setBlocked(id, isBlocked);
  }

  @Serves(createPasswordReset)
  createPasswordReset(@PathId() id: string) {
    return this.resets.create(id);
  }

  @Serves(signOutUser)
  signOut(@PathId() id: string) {
    return this.users.signOut(id);
  }

  @Serves(eraseUser)
  erase(@PathId() id: string) {
    return this.users.erase(id);
  }

  @Serves(listUserConversations)
  conversations(@PathId() id: string) {
    return this.users.conversationsOf(id);
  }

  @Serves(getAnalytics)
  async analytics(@Req() request: HttpRequest, @Res() response: HttpResponse) {
    (await this.users.figures()).sendTo(request, response);
  }
}

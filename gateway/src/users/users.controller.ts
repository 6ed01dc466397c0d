import { Controller } from '@nestjs/common';
import {
  approveUser,
  countUsers,
  eraseUser,
  getAnalytics,
  listUserConversations,
  listUsers,
  setUserBlocked,
  setUserRole,
  type ValidBodyOf,
} from '@polylogue/api-contract';
import type { z } from 'zod';
import { PathId, ValidBody, ValidQuery } from '../http/input.js';
import { Serves } from '../http/serves.js';
import { UsersService } from './users.service.js';

@Controller()
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @Serves(listUsers)
  list(@ValidQuery() search: z.output<NonNullable<(typeof listUsers)['query']>>) {
    return this.users.list(search);
  }

  @Serves(countUsers)
  count(@ValidQuery() { q }: { q?: string }) {
    return this.users.count(q);
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

  @Serves(eraseUser)
  erase(@PathId() id: string) {
    return this.users.erase(id);
  }

  @Serves(listUserConversations)
  conversations(@PathId() id: string) {
    return this.users.conversationsOf(id);
  }

  @Serves(getAnalytics)
  analytics() {
    return this.users.figures();
  }
}

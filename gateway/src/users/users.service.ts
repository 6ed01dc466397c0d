import { Inject, Injectable } from '@nestjs/common';
import type { AdminUser } from '@polylogue/api-contract';
import { AccessService } from '../auth/access.service.js';
import { UsersClient } from '../clients/users.client.js';
import { toAdminUser } from './users.mapper.js';

@Injectable()
export class UsersService {
  constructor(
    @Inject(UsersClient) private readonly users: UsersClient,
    private readonly access: AccessService,
  ) {}

  async list(): Promise<AdminUser[]> {
    return (await this.users.listUsers({})).users.map(toAdminUser);
  }

  async approve(userId: string): Promise<AdminUser> {
    const user = await this.users.approveUser({ userId });
    this.access.forget(userId);
    return toAdminUser(user);
  }
}

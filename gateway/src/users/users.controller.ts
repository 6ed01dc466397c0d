import { Controller } from '@nestjs/common';
import { approveUser, listUsers } from '@polylogue/api-contract';
import { PathId } from '../http/input.js';
import { Serves } from '../http/serves.js';
import { UsersService } from './users.service.js';

@Controller()
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @Serves(listUsers)
  list() {
    return this.users.list();
  }

  @Serves(approveUser)
  approve(@PathId() id: string) {
    return this.users.approve(id);
  }
}

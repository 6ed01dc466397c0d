import { Controller, Req } from '@nestjs/common';
import type { Request } from 'express';
import { getCurrentUser } from '@polylogue/api-contract';
import { Serves } from '../http/serves.js';
import { toCurrentUser } from '../users/users.mapper.js';
import { signedOut } from './access.rules.js';

@Controller()
export class AuthController {
  @Serves(getCurrentUser)
  currentUser(@Req() { user }: Request) {
    if (!user) throw signedOut();
    return toCurrentUser(user);
  }
}

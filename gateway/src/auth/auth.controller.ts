import { Controller, Req } from '@nestjs/common';
import type { Request } from 'express';
import { getCurrentUser } from '@polylogue/api-contract';
import { Serves } from '../http/serves.js';
import { signedOut } from './access.rules.js';
import { toCurrentUser } from './current-user.mapper.js';

@Controller()
export class AuthController {
  @Serves(getCurrentUser)
  currentUser(@Req() { user }: Request) {
    if (!user) throw signedOut();
    return toCurrentUser(user);
  }
}

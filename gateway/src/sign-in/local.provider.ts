import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-local';
import { SignInService } from './sign-in.service.js';

/** Passport's way to a local account. Another issuer comes as another strategy beside this one. */
@Injectable()
export class LocalProvider extends PassportStrategy(Strategy, 'local') {
  constructor(private readonly signIns: SignInService) {
    super({ usernameField: 'email', passwordField: 'password', session: false });
  }

  validate(email: string, password: string) {
    return this.signIns.verify(email, password);
  }
}

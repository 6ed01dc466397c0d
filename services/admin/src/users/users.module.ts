import { Module } from '@nestjs/common';
import { AuditLogModule } from '../audit-log/audit-log.module.js';
import { PasswordsService } from '../passwords/passwords.service.js';
import { AccountService } from './account.service.js';
import { FoundUsersRepository } from './found-users.repository.js';
import { PeopleGrpc } from './people.grpc.js';
import { SetupService } from './setup.service.js';
import { StandingRepository } from './standing.repository.js';
import { StandingService } from './standing.service.js';
import { UsersGrpc } from './users.grpc.js';
import { UsersRepository } from './users.repository.js';
import { UsersService } from './users.service.js';

@Module({
  imports: [AuditLogModule],
  controllers: [UsersGrpc, PeopleGrpc],
  providers: [
    UsersService,
    SetupService,
    StandingService,
    AccountService,
    UsersRepository,
    FoundUsersRepository,
    StandingRepository,
    PasswordsService,
  ],
})
export class UsersModule {}

import { Module } from '@nestjs/common';
import { Database, LOGGER, OldChangesCron, type Logger } from '@polylogue/service-kit';
import { AuditLogModule } from '../audit-log/audit-log.module.js';
import { PasswordsService } from '../passwords/passwords.service.js';
import { AccountService } from './account.service.js';
import { FoundUsersRepository } from './found-users.repository.js';
import { AccountsGrpc } from './accounts.grpc.js';
import { PasswordResetsRepository } from './password-resets.repository.js';
import { PasswordResetsService } from './password-resets.service.js';
import { SetupService } from './setup.service.js';
import { AccountStatusRepository } from './account-status.repository.js';
import { AccountStatusService } from './account-status.service.js';
import { UsersGrpc } from './users.grpc.js';
import { UsersRepository, userChangesLog } from './users.repository.js';
import { UsersService } from './users.service.js';

@Module({
  imports: [AuditLogModule],
  controllers: [UsersGrpc, AccountsGrpc],
  providers: [
    UsersService,
    SetupService,
    AccountStatusService,
    AccountService,
    PasswordResetsService,
    PasswordResetsRepository,
    UsersRepository,
    FoundUsersRepository,
    AccountStatusRepository,
    PasswordsService,
    {
      provide: OldChangesCron,
      inject: [Database, LOGGER],
      useFactory: (database: Database, logger: Logger) => new OldChangesCron(database, userChangesLog, logger),
    },
  ],
  exports: [UsersRepository],
})
export class UsersModule {}

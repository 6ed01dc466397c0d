import { Module } from '@nestjs/common';
import { PasswordsService } from '../passwords/passwords.service.js';
import { UsersGrpc } from './users.grpc.js';
import { UsersRepository } from './users.repository.js';
import { UsersService } from './users.service.js';

@Module({ controllers: [UsersGrpc], providers: [UsersService, UsersRepository, PasswordsService] })
export class UsersModule {}

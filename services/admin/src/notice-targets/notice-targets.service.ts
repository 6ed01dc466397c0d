import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { contractLimits, type NoticeTargetChoice } from '@polylogue/proto';
import { afterCommit, CONFIG, Database, type Caller, type Transaction } from '@polylogue/service-kit';
import { v7 as uuid } from 'uuid';
import type { AdminConfig } from '../config.js';
import { UserEntity } from '../users/user.entity.js';
import { DeliveryNudge } from './delivery-nudge.js';
import { maskedAddress } from './masked-address.rules.js';
import { NoticeDeliveriesRepository } from './notice-deliveries.repository.js';
import type { NoticeTargetEntity, TargetKind } from './notice-target.entity.js';
import { fromChoice } from './notice-target.mapper.js';
import * as errors from './notice-targets.errors.js';
import { NoticeTargetsRepository, type ShownTarget } from './notice-targets.repository.js';
import { NoticeTestsRepository } from './notice-tests.repository.js';
import { TargetAddresses } from './target-addresses.service.js';
import { faultsOfChoice } from './target-choice.rules.js';
import { saltBytes, seal, secretOf, unseal, written } from './target-secrets.rules.js';

const none = { waiting: 0, givenUp: 0 };

interface NewTarget {
  kind: TargetKind;
  address: string;
  choice: NoticeTargetChoice;
}

/** Where notices are sent: each user manages their own targets. */
@Injectable()
export class NoticeTargetsService {
  constructor(
    private readonly database: Database,
    private readonly targets: NoticeTargetsRepository,
    private readonly deliveries: NoticeDeliveriesRepository,
    private readonly tests: NoticeTestsRepository,
    private readonly addresses: TargetAddresses,
    private readonly nudge: DeliveryNudge,
    @Inject(CONFIG) private readonly config: Pick<AdminConfig, 'ADMIN_SIGNING_KEY'>,
  ) {}

  get sendsMail(): boolean {
    return this.addresses.sendsMail;
  }

  list({ userId }: Caller): Promise<ShownTarget[]> {
    return this.database.asUser(userId, async (tx) => {
      const counts = await this.deliveries.countsOf(tx, userId);
      const targets = await this.targets.list(tx, userId);
      return targets.map((target) => ({ ...target, ...(counts.get(target.id) ?? none) }));
    });
  }

  /** The secret of a webhook is returned by this call only. */
  async create(caller: Caller, wanted: NewTarget): Promise<{ target: ShownTarget; secret: string }> {
    caller.mustBeApproved();
    const { userId } = caller;
    mustBeSound(wanted.choice);
    const address = await this.addresses.read(wanted.kind, wanted.address);
    const [id, salt] = [uuid(), randomBytes(saltBytes)];
    const target = await this.database.asUser(userId, async (tx) => {
      await this.targets.lockUser(tx, userId);
      await this.#mustBeNew(tx, userId, wanted.kind, address);
      const isConfirmed = wanted.kind !== 'email' || (await isOwnAddress(tx, userId, address));
      await this.targets.add(tx, {
        id,
        userId,
        kind: wanted.kind,
        address: seal(this.config.ADMIN_SIGNING_KEY, id, address),
        maskedAddress: maskedAddress(address),
        salt,
        confirmedAt: isConfirmed ? new Date() : null,
        ...fromChoice(wanted.choice),
      });
      if (!isConfirmed) await this.#askToConfirm(tx, userId, id);
      return this.#shown(tx, userId, id);
    });
    return {
      target,
      secret: wanted.kind === 'webhook' ? written(secretOf(this.config.ADMIN_SIGNING_KEY, id, salt)) : '',
    };
  }

  update({ userId }: Caller, id: string, choice: NoticeTargetChoice): Promise<ShownTarget> {
    mustBeSound(choice);
    return this.database.asUser(userId, async (tx) => {
      await this.targets.change(tx, userId, id, fromChoice(choice));
      const shown = await this.#shown(tx, userId, id);
      if (shown.isEnabled) return shown;
      await this.deliveries.dropWaiting(tx, id);
      return { ...shown, waiting: 0 };
    });
  }

  async remove({ userId }: Caller, id: string): Promise<void> {
    await this.database.asUser(userId, async (tx) => {
      if (!(await this.targets.remove(tx, userId, id))) throw errors.targetNotFound();
    });
  }

  sendLink(caller: Caller, id: string): Promise<ShownTarget> {
    caller.mustBeApproved();
    const { userId } = caller;
    return this.database.asUser(userId, async (tx) => {
      await this.targets.lockUser(tx, userId);
      const { confirmedAt } = await this.#shown(tx, userId, id);
      if (confirmedAt !== null) throw errors.confirmedAlready();
      await this.#askToConfirm(tx, userId, id);
      return this.#shown(tx, userId, id);
    });
  }

  async #askToConfirm(tx: Transaction, userId: string, targetId: string): Promise<void> {
    await takeTest(this.tests, tx, userId);
    await this.deliveries.add(tx, { id: uuid(), targetId, userId, purpose: 'confirm' });
    afterCommit(tx, () => this.nudge.now());
  }

  async #mustBeNew(tx: Transaction, userId: string, kind: TargetKind, address: string): Promise<void> {
    const known = await this.targets.list(tx, userId);
    if (known.length >= contractLimits.noticeTargets.perUser) throw errors.tooManyTargets();
    const isSame = (each: NoticeTargetEntity) =>
      each.kind === kind && unseal(this.config.ADMIN_SIGNING_KEY, each.id, each.address) === address;
    if (known.some(isSame)) throw errors.targetExists();
  }

  async #shown(tx: Transaction, userId: string, id: string): Promise<ShownTarget> {
    const target = await this.targets.find(tx, userId, id);
    if (!target) throw errors.targetNotFound();
    const counts = await this.deliveries.countsOf(tx, userId);
    return { ...target, ...(counts.get(id) ?? none) };
  }
}

/** Tests and links to confirm are counted together: both send to addresses whose owners may not have agreed. */
export async function takeTest(tests: NoticeTestsRepository, tx: Transaction, userId: string): Promise<void> {
  if (!(await tests.add(tx, userId, contractLimits.noticeTargets.testsPerHour))) throw errors.tooManyTests();
}

function mustBeSound(choice: NoticeTargetChoice): void {
  const issues = faultsOfChoice(choice);
  if (issues.length > 0) throw errors.invalidTarget(issues);
}

async function isOwnAddress(tx: Transaction, userId: string, address: string): Promise<boolean> {
  const user = await tx.getRepository(UserEntity).findOneBy({ id: userId });
  return user?.email.toLowerCase() === address;
}

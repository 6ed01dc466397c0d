import { Injectable } from '@nestjs/common';
import { currentContext, Database, Events, type Caller, type Transaction } from '@polylogue/service-kit';
import { AdminRowsRepository } from '../catalog/admin-rows.repository.js';
import type { AdminRow, ConfiguredRow } from '../catalog/ai-service.entity.js';
import { amendable, originOf } from '../catalog/catalog-rows.rules.js';
import { CatalogService } from '../catalog/catalog.service.js';
import { StatusesRepository } from '../catalog/statuses.repository.js';
import { StoredKeys } from '../keys/stored-keys.js';
import { AddressesService } from './addresses.service.js';
import {
  categoryIssue,
  keyIssue,
  nameIssue,
  readFields,
  withFields,
  type ServiceInput,
} from './service-fields.rules.js';
import { badService, configuredByOperator, nameTaken, nothingToRemove } from './settings.errors.js';

export interface NewService extends ServiceInput {
  name: string;
  preset?: string;
  apiKey?: string;
  isEnabled: boolean;
}

/** What administrators change of the catalog. Each change is one transaction, with the event that publishes it. */
@Injectable()
export class SettingsService {
  constructor(
    private readonly database: Database,
    private readonly events: Events,
    private readonly catalog: CatalogService,
    private readonly rows: AdminRowsRepository,
    private readonly statuses: StatusesRepository,
    private readonly keys: StoredKeys,
    private readonly addresses: AddressesService,
  ) {}

  list(caller: Caller): readonly ConfiguredRow[] {
    caller.mustBeAdmin();
    return this.catalog.configured();
  }

  async add(caller: Caller, { name, preset, apiKey, isEnabled, ...input }: NewService): Promise<ConfiguredRow> {
    caller.mustBeAdmin();
    const { fields, issues } = readFields(input);
    const others = [nameIssue(name), apiKey === undefined ? undefined : keyIssue(apiKey), categoryIssue(fields)];
    const all = [...issues, ...others.filter((issue) => issue !== undefined)];
    if (all.length > 0) throw badService(all);
    const { baseUrl = '' } = fields;
    await this.addresses.mustBeAllowed(baseUrl);
    await this.#change(caller, 'service_added', [name], async (tx) => {
      const known = await this.rows.all(tx);
      const isTaken = known.some((row) => row.name === name && row.isOwn) || this.#isOperators(name);
      if (isTaken) throw nameTaken();
      const position = lastPosition(known);
      await this.rows.put(tx, withFields({ name, isOwn: true, preset, isEnabled, position }, fields));
      if (apiKey !== undefined) await this.keys.store(tx, name, originOf(baseUrl), apiKey);
    });
    return this.catalog.getConfigured(name);
  }

  async edit(caller: Caller, name: string, input: ServiceInput, apiKey?: string): Promise<ConfiguredRow> {
    caller.mustBeAdmin();
    const { fields, issues } = readFields(input);
    const keyFault = apiKey === undefined ? undefined : keyIssue(apiKey);
    if (keyFault) issues.push(keyFault);
    const now = this.catalog.getConfigured(name);
    const { provider = now.entry.provider, category = now.entry.category } = fields;
    const unfit = categoryIssue({ provider, category });
    if (unfit) issues.push(unfit);
    if (issues.length > 0) throw badService(issues);
    const { baseUrl } = fields;
    if (baseUrl !== undefined && baseUrl !== now.entry.baseUrl) await this.addresses.mustBeAllowed(baseUrl);
    await this.#change(caller, 'service_changed', [name], async (tx) => {
      const row = await this.#rowOf(tx, name);
      if (!row.isOwn) mustBeAmendable(now, fields);
      await this.rows.put(tx, withFields(row, row.isOwn ? fields : amendmentsOf(fields)));
      const before = (row.isOwn ? row.baseUrl : undefined) ?? now.entry.baseUrl;
      const origin = originOf(fields.baseUrl ?? before);
      if (apiKey !== undefined) await this.keys.store(tx, name, origin, apiKey);
      // A key goes where it was meant to go, not wherever the address points later.
      else if (originOf(before) !== origin) await this.keys.remove(tx, name);
    });
    return this.catalog.getConfigured(name);
  }

  async enable(caller: Caller, name: string, isEnabled: boolean): Promise<ConfiguredRow> {
    caller.mustBeAdmin();
    this.catalog.getConfigured(name);
    await this.#change(caller, isEnabled ? 'service_enabled' : 'service_disabled', [name], async (tx) => {
      await this.rows.put(tx, { ...(await this.#rowOf(tx, name)), isEnabled });
    });
    return this.catalog.getConfigured(name);
  }

  async order(caller: Caller, names: readonly string[]): Promise<readonly ConfiguredRow[]> {
    caller.mustBeAdmin();
    for (const name of names) this.catalog.getConfigured(name);
    const rest = this.catalog.configured().map(({ entry }) => entry.name);
    const ordered = [...new Set([...names, ...rest])];
    await this.#change(caller, 'services_ordered', ordered, async (tx) => {
      for (const [position, name] of ordered.entries()) {
        await this.rows.put(tx, { ...(await this.#rowOf(tx, name)), position });
      }
    });
    return this.catalog.configured();
  }

  async setKey(caller: Caller, name: string, apiKey: string | undefined): Promise<ConfiguredRow> {
    caller.mustBeAdmin();
    const fault = apiKey === undefined ? undefined : keyIssue(apiKey);
    if (fault) throw badService([fault]);
    const { entry } = this.catalog.getConfigured(name);
    await this.#change(caller, apiKey === undefined ? 'key_removed' : 'key_stored', [name], async (tx) => {
      const { isOwn, baseUrl } = await this.#rowOf(tx, name);
      const origin = originOf((isOwn ? baseUrl : undefined) ?? entry.baseUrl);
      if (apiKey === undefined) await this.keys.remove(tx, name);
      else await this.keys.store(tx, name, origin, apiKey);
    });
    return this.catalog.getConfigured(name);
  }

  async remove(caller: Caller, name: string): Promise<void> {
    caller.mustBeAdmin();
    const { source, isAmended } = this.catalog.getConfigured(name);
    if (source !== 'admin' && !isAmended) throw nothingToRemove();
    await this.#change(caller, 'service_removed', [name], async (tx) => {
      await this.rows.remove(tx, name);
      await this.keys.remove(tx, name);
    });
  }

  /** Writes down that a service was tested; nothing about it changes. */
  recordTest(caller: Caller, name: string): Promise<void> {
    return this.database.asWorker((tx) => this.#publish(tx, caller, 'service_tested', [name]));
  }

  async #change(caller: Caller, action: string, names: string[], work: (tx: Transaction) => Promise<void>) {
    await this.database.asWorker(async (tx) => {
      await this.rows.countUp(tx);
      await work(tx);
      if (names.length === 1) await this.statuses.forget(tx, names[0] as string);
      await this.#publish(tx, caller, action, names);
    });
    await this.catalog.reload();
  }

  #publish(tx: Transaction, { userId }: Caller, action: string, names: string[]): Promise<void> {
    const event = { action, names, actorId: userId, address: currentContext()?.address };
    return this.events.in(tx).publish('ai_dispatch.catalog_changed.v1', event, { aggregateId: 'catalog' });
  }

  /** What administrators made of a service so far; nothing yet of one that only the operator knows. */
  async #rowOf(tx: Transaction, name: string): Promise<AdminRow> {
    return (await this.rows.all(tx)).find((row) => row.name === name) ?? { name, isOwn: false };
  }

  #isOperators(name: string): boolean {
    return this.catalog.configured().some(({ entry, source }) => entry.name === name && source !== 'admin');
  }
}

/** After the others, once an administrator has ordered them. */
function lastPosition(rows: readonly AdminRow[]): number | undefined {
  const positions = rows.flatMap(({ position }) => (position === undefined ? [] : [position]));
  return positions.length === 0 ? undefined : Math.max(...positions) + 1;
}

function mustBeAmendable({ entry }: ConfiguredRow, fields: ServiceInput): void {
  if (fields.baseUrl !== undefined && fields.baseUrl !== entry.baseUrl) throw configuredByOperator('The address');
  if (fields.provider !== undefined && fields.provider !== entry.provider) throw configuredByOperator('The protocol');
  if (fields.category !== undefined && fields.category !== entry.category) throw configuredByOperator('The category');
}

function amendmentsOf(fields: ServiceInput): ServiceInput {
  return Object.fromEntries(amendable.map((key) => [key, fields[key]]));
}

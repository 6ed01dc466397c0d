import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freshSharedDatabase, type DatabaseOwner, type SharedDatabase } from '@polylogue/test-kit';

const root = resolve(import.meta.dirname, '../..');

/** The slices that keep something, with their migrations as they were built. */
let owners: Promise<DatabaseOwner[]> | undefined;

/** A database as the product would make it at its first start, but copied from a template. */
export async function productDatabase(): Promise<SharedDatabase> {
  return freshSharedDatabase(await (owners ??= findOwners()));
}

export async function sliceNames(): Promise<string[]> {
  return [...(await readdir(join(root, 'services'))), 'gateway'];
}

async function findOwners(): Promise<DatabaseOwner[]> {
  const names = await sliceNames();
  return Promise.all(names.map(async (name) => ({ name, migrations: await migrationsOf(name) })));
}

async function migrationsOf(name: string): Promise<NonNullable<DatabaseOwner['migrations']>[number][]> {
  const folder = join(root, name === 'gateway' ? name : `services/${name}`, 'dist/migrations');
  const files = (await readdir(folder)).filter((file) => /^\d+-.*\.js$/.test(file)).sort();
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(join(folder, file)).href)));
  return modules.flatMap((each) => Object.values(each as object).filter((one) => typeof one === 'function'));
}

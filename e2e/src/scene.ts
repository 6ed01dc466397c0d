import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import type { CurrentUser } from '@polylogue/api-contract';
import { closing, fakeAi, shared, until, type FakeAi } from '@polylogue/test-kit';
import { signUp, type Account } from './account.js';
import { Api } from './api.js';
import { startProduct, type Product, type ProductOptions } from './product.js';
import { scriptedServices } from './scripted-services.js';
import { windowsOf, type Windows } from './windows.js';

/** Takes what is to be closed after the last test, last taken first. */
type Keep = ReturnType<typeof closing>['add'];

/** What a spec plays in: the product, and the users and windows that use it. */
export interface Scene extends Windows {
  readonly product: Product;
  readonly url: string;
  /** Signs up a new user; the first one is the administrator. */
  signUp(firstName?: string): Promise<Account>;
  /** Approves a user as the administrator does. Returns their id. */
  approve(account: Account): Promise<string>;
  apiOf(account: Account): Api;
}

/** A product of one's own, started as `prepare` wants it and stopped after the last test. */
export const setScene = (prepare: (keep: Keep) => ProductOptions | Promise<ProductOptions> = () => ({})): Scene =>
  playIn(async (keep) => {
    const product = await startProduct(await prepare(keep));
    keep({ close: product.stop });
    return { product, promote: () => Promise.resolve() };
  });

/**
 * The product that the spec files of a worker share, with demo services that reply at once: for tests that neither
 * configure nor kill it and look at nothing but what their own users made. The first of them is an administrator too.
 */
export const shareScene = (): Scene =>
  playIn(async () => {
    const { product, administrator } = await sharedProduct();
    return stageOf(product, administrator);
  });

/**
 * The product that the spec files of a worker share, with three text services at a scripted vendor, of which Alpha sees
 * pictures: for tests that say what services reply, or count what they are asked. Each file finds a vendor that was told
 * nothing and asked nothing. A file that leaves a schedule behind takes no part: its runs would be counted by later ones.
 */
export const shareScripted = (prepare: (vendor: FakeAi) => void): Scene =>
  playIn(async () => {
    const { product, administrator, vendor } = await scriptedProduct();
    for (const name of scriptedNames) vendor.replies(name);
    vendor.requests.length = 0;
    prepare(vendor);
    return stageOf(product, administrator);
  });

const sharedProduct = shared(async () => {
  const env = { DEMO_SPEED: '0', SCHEDULER_TICK_SECONDS: '0.5', SIGN_IN_TRIES_PER_ADDRESS: '10000' };
  const product = await startProduct({ env });
  return { product, administrator: await signUp(product.url, 'Root'), close: product.stop };
});

const scriptedNames = ['alpha', 'beta', 'gamma'];

const scriptedProduct = shared(async () => {
  const { add, closeAll } = closing();
  const vendor = add(await fakeAi());
  const services = scriptedServices(vendor, Object.fromEntries(scriptedNames.map((name) => [name, 'text'])));
  const aiServices = services.map((service) => ({ ...service, ...(service.name === 'alpha' && { sees: true }) }));
  const product = await startProduct({ aiServices, env: { SIGN_IN_TRIES_PER_ADDRESS: '10000' } });
  add({ close: product.stop });
  return { product, vendor, administrator: await signUp(product.url, 'Root'), close: closeAll };
});

interface Stage {
  product: Product;
  /** Makes the first account an administrator where it is not by itself. */
  promote(account: Account): Promise<void>;
}

/** Of a product whose administrator was there before the file. */
const stageOf = (product: Product, administrator: Account): Stage => ({
  product,
  promote: (account) => makeAdministrator(product.url, administrator, account),
});

/** Has a product before the first test, and leaves no window behind after the last. */
function playIn(prepare: (keep: Keep) => Promise<Stage>): Scene {
  const { add, closeAll } = closing();
  const accounts: Account[] = [];
  let stage: Stage | undefined;
  const running = () => {
    if (stage) return stage.product;
    throw new Error('The product is not there before the first test.');
  };
  const { closeOpened, keepOpened, ...windows } = windowsOf(() => running().url, add);

  beforeAll(async () => void (stage = await prepare(add)));
  // What was opened for all tests stays until the last.
  beforeEach(keepOpened);
  afterEach(closeOpened);
  afterAll(closeAll);

  return {
    get product() {
      return running();
    },
    get url() {
      return running().url;
    },
    apiOf: (account) => new Api(running().url, account),
    signUp: async (firstName) => {
      const account = await signUp(running().url, firstName);
      if (accounts.push(account) === 1) await stage!.promote(account);
      return account;
    },
    approve: (account) => approve(running().url, accounts[0]!, account),
    ...windows,
  };
}

async function approve(url: string, administrator: Account, account: Account): Promise<string> {
  const { id } = (await (await new Api(url, account).fetch('GET', '/api/auth/user')).json()) as CurrentUser;
  const answer = await new Api(url, administrator).fetch('POST', `/api/admin/users/${id}/approve`);
  if (!answer.ok) throw new Error(`Approving answered ${answer.status}: ${await answer.text()}`);
  return id;
}

async function makeAdministrator(url: string, administrator: Account, account: Account): Promise<void> {
  const id = await approve(url, administrator, account);
  const path = `/api/admin/users/${id}/role`;
  const answer = await new Api(url, administrator).fetch('PUT', path, { role: 'admin' });
  if (!answer.ok) throw new Error(`Making an administrator answered ${answer.status}: ${await answer.text()}`);
  const me = async () => (await (await new Api(url, account).fetch('GET', '/api/auth/user')).json()) as CurrentUser;
  await until(async () => (await me()).role === 'admin', { what: 'the new role' });
}

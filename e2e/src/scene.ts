import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import type { CurrentUser } from '@polylogue/api-contract';
import { closing } from '@polylogue/test-kit';
import type { Browser } from 'playwright-core';
import { actAs, signUp, type Account } from './account.js';
import { Api } from './api.js';
import { launchBrowser, newVisitor, type Visitor, type VisitorOptions } from './browser.js';
import { startProduct, type Product, type ProductOptions } from './product.js';

/** Takes what is to be closed after the last test, last taken first. */
type Keep = ReturnType<typeof closing>['add'];

/** What a spec plays in: the product, and the people and windows that use it. */
export interface Scene {
  readonly product: Product;
  readonly url: string;
  /** Somebody new; the first of all is the administrator. */
  signUp(firstName?: string): Promise<Account>;
  /** Lets somebody send, as the administrator does. Answers their id. */
  approve(account: Account): Promise<string>;
  apiOf(account: Account): Api;
  /** A window of somebody's own, or of a visitor's; one that a test opened is closed after it. */
  visit(who?: Account, options?: VisitorOptions): Promise<Visitor>;
}

/** Starts the product before the first test as `prepare` wants it, and leaves nothing behind after the last. */
export function setScene(prepare: (keep: Keep) => ProductOptions | Promise<ProductOptions> = () => ({})): Scene {
  const { add, closeAll } = closing();
  const windows: Visitor[] = [];
  const people: Account[] = [];
  let product: Product | undefined;
  let browser: Promise<Browser> | undefined;

  beforeAll(async () => {
    const started = await startProduct(await prepare(add));
    add({ close: started.stop });
    product = started;
  });
  // What was opened for all tests stays until the browser goes.
  beforeEach(() => void windows.splice(0));
  afterEach(async () => {
    for (const { context } of windows.splice(0)) await context.close();
  });
  afterAll(closeAll);

  const running = () => {
    if (product) return product;
    throw new Error('The product is not there before the first test.');
  };
  const apiOf = (account: Account) => new Api(running().url, account);
  return {
    get product() {
      return running();
    },
    get url() {
      return running().url;
    },
    apiOf,
    signUp: async (firstName) => {
      const account = await signUp(running().url, firstName);
      people.push(account);
      return account;
    },
    approve: async (account) => {
      const { id } = (await (await apiOf(account).fetch('GET', '/api/auth/user')).json()) as CurrentUser;
      const answer = await apiOf(people[0]!).fetch('POST', `/api/admin/users/${id}/approve`);
      if (!answer.ok) throw new Error(`Approving answered ${answer.status}: ${await answer.text()}`);
      return id;
    },
    visit: async (who, options) => {
      browser ??= launchBrowser().then((launched) => add(launched));
      const visitor = await newVisitor(await browser, running().url, options);
      windows.push(visitor);
      if (who) await actAs(visitor.context, running().url, who);
      return visitor;
    },
  };
}

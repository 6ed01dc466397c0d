import type { closing } from '@polylogue/test-kit';
import { actAs, type Account } from './account.js';
import { newVisitor, openBrowser, type Visitor, type VisitorOptions } from './browser.js';
import { leaveWindow } from './lasting-window.js';

/** How a spec opens windows of the worker's browser. */
export interface Windows {
  /** A window of a user, or of a visitor who is signed out; one that a test opened is closed after it. */
  visit(who?: Account, options?: VisitorOptions): Promise<Visitor>;
}

/** Windows at a product; `keep` takes what stays open until the last test. */
export function windowsOf(url: () => string, keep: ReturnType<typeof closing>['add']) {
  const opened: Visitor[] = [];
  const windows: Windows = {
    visit: async (who, options) => {
      const visitor = await open(url(), who, options);
      opened.push(visitor);
      return visitor;
    },
  };
  return {
    ...windows,
    /** What is open now stays until the last test. */
    keepOpened: () => opened.splice(0).forEach(({ context }) => keep({ close: () => leaveWindow(context) })),
    closeOpened: async () => {
      for (const { context } of opened.splice(0)) await leaveWindow(context);
    },
  };
}

async function open(url: string, who: Account | undefined, options?: VisitorOptions): Promise<Visitor> {
  const visitor = await newVisitor(await openBrowser(), url, options);
  if (who) await actAs(visitor.context, url, who);
  return visitor;
}
